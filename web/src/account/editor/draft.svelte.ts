/** The content being edited, the faults that the server finds in it, and whether it has been saved. */

import { get, post } from '../../lib/api'
import { sentence } from '../../lib/request.svelte'
import type { Content } from './form'
import { discard, freeName, remember, store, stored, unsaved } from './storage'
import type { Fault, Form } from '../../protocol/core/content'
import type { ContentFaults, ContentShown } from '../../protocol/content'
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
  kept = $state('') // the name it was saved under; empty if it was not
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

  /** Whether the content can be played as it is. */
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

  /** Start from `mine:name`, or from `shipped:name`, which is copied under a new name. */
  start(source: string): void {
    const name = source.slice(source.indexOf(':') + 1)
    if (source.startsWith('mine:')) return this.take(this.mine[name] ?? {}, name)
    const base = this.shipped[name] ?? {}
    this.take({ ...base, name: freeName(String(base.name ?? name), Object.keys(this.mine)) }, '')
  }

  /** Replace the content, without changes; `kept` is the name it was saved under, if any. */
  take(content: Content, kept: string): void {
    this.content = content
    this.kept = kept
    this.settle()
    this.check()
  }

  /** Change the content; the change is remembered across pages until it is saved or discarded. */
  edit(content: Content): void {
    this.content = content
    this.changed = true
    remember(this.place, { content, kept: this.kept })
    this.check()
  }

  /** Discard the changes. */
  discard(): void {
    if (this.kept in this.mine) this.take(this.mine[this.kept]!, this.kept)
    else {
      this.settle()
      this.begin()
    }
  }

  /** Save the content on this device under its name; false if the browser stores nothing. */
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

  /** Start with unsaved content, else with the first of the user's own, else with the first shipped one. */
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
      const { faults } = await post<ContentFaults>(`${this.path}/check`, this.content)
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
