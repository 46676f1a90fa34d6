/** Copies texts and shows a brief message about it. */

import { copyText } from '../lib/copy'
import { t, type Key } from '../words/words.svelte'

const LASTS = 2_500 // milliseconds

export class Copier {
  said = $state('')
  private timer: ReturnType<typeof setTimeout> | undefined

  async copy(text: string, done: Key): Promise<void> {
    this.said = (await copyText(text)) ? t(done) : t('copy_refused')
    clearTimeout(this.timer)
    this.timer = setTimeout(() => (this.said = ''), LASTS)
  }
}
