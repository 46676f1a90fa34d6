/** What is being edited: the content, what is wrong with it by the server's word, and whether it is kept. */

import { get, post } from '../../lib/api'
import { sentence } from '../../lib/asked.svelte'
import type { Content } from './form'
import { discard, freeName, remember, store, stored, unsaved } from './shelf'
import type { Fault, Form } from '../../protocol/core/content'
import type { Checked, ContentShown } from '../../protocol/content'
import type { Text } from '../../protocol/words'

const PATIENCE = 350 // milliseconds after the last change

export class Draft {
  form = $state.raw<Form | null>(null)
  shipped = $state.raw<Record<string, Content>>({})
  mine = $state.raw<Record<string, Content>>({})
  content = $state.raw<Content>({})
  faults = $state.raw<Fault[]>([])
  checking = $state(false)
  changed = $state(false)
  kept = $state('') // under which name it is kept; empty where it is not
  trouble = $state.raw<Text>('')
  readonly place: string
  private readonly path: string
  private timer: ReturnType<typeof setTimeout> | undefined
  private round = 0

  constructor(game: string, option: string) {
    this.place = `${game}/${option}`
    this.path = `/games/${game}/content/${option}`
    this.mine = stored(this.place)
  }

  get name(): string {
    return String(this.content.name ?? '')
  }

  /** Whether it can be played as it is. */
  get ready(): boolean {
    return this.form !== null && this.name !== '' && !this.checking && !this.faults.length && !this.trouble
  }

  async load(): Promise<void> {
    try {
      const told = await get<ContentShown>(this.path)
      this.trouble = ''
      this.form = told.form
      this.shipped = told.shipped
      this.begin()
    } catch (error) {
      this.trouble = sentence(error)
    }
  }

  /** Begin with something that is there: `mine:name` or `shipped:name`, which is copied under a name of its own. */
  start(source: string): void {
    const name = source.slice(source.indexOf(':') + 1)
    if (source.startsWith('mine:')) return this.take(this.mine[name] ?? {}, name)
    const base = this.shipped[name] ?? {}
    this.take({ ...base, name: freeName(String(base.name ?? name), Object.keys(this.mine)) }, '')
  }

  /** Something from elsewhere: it is kept once it is saved. */
  take(content: Content, kept: string): void {
    this.content = content
    this.kept = kept
    this.settle()
    this.check()
  }

  /** Something is different now: it is remembered until it is saved or discarded, wherever one goes. */
  edit(content: Content): void {
    this.content = content
    this.changed = true
    remember(this.place, { content, kept: this.kept })
    this.check()
  }

  /** Back to what was there before the changes. */
  discard(): void {
    if (this.kept in this.mine) this.take(this.mine[this.kept]!, this.kept)
    else {
      this.settle()
      this.begin()
    }
  }

  /** Keep it on this device under its name; false where the browser keeps nothing. */
  save(): boolean {
    try {
      store(this.place, this.name, this.content, this.kept)
    } catch {
      return false
    }
    this.mine = stored(this.place)
    this.kept = this.name
    this.settle()
    return true
  }

  remove(): void {
    discard(this.place, this.kept)
    this.settle()
    this.mine = stored(this.place)
    this.begin()
  }

  leave(): void {
    clearTimeout(this.timer)
    this.round++
  }

  private settle(): void {
    this.changed = false
    remember(this.place, null)
  }

  /** With what was left unsaved, or with the first of one's own, or else of the shipped. */
  private begin(): void {
    const left = unsaved(this.place)
    if (left) {
      this.kept = left.kept
      return this.edit(left.content)
    }
    const [mine, shipped] = [Object.keys(this.mine)[0], Object.keys(this.shipped)[0]]
    if (mine !== undefined) this.start(`mine:${mine}`)
    else if (shipped !== undefined) this.start(`shipped:${shipped}`)
  }

  private check(): void {
    clearTimeout(this.timer)
    this.checking = true
    const round = ++this.round
    this.timer = setTimeout(() => void this.ask(round), PATIENCE)
  }

  private async ask(round: number): Promise<void> {
    try {
      const { faults } = await post<Checked>(`${this.path}/check`, this.content)
      if (round !== this.round) return
      this.faults = faults
      this.trouble = ''
    } catch (error) {
      if (round === this.round) this.trouble = sentence(error)
    } finally {
      if (round === this.round) this.checking = false
    }
  }
}
