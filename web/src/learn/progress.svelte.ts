/** The completed lesson steps, stored on this device. */

const PLACE = 'quincunx-lessons'

type DoneSteps = Record<string, string[]>

export class Progress {
  private kept = $state.raw<DoneSteps>(read())

  done(game: string): Set<string> {
    return new Set(this.kept[game])
  }

  note(game: string, step: string): void {
    if (this.done(game).has(step)) return
    this.kept = { ...this.kept, [game]: [...this.done(game), step] }
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.kept))
    } catch {
      // the browser stores nothing: progress lasts until the page is closed
    }
  }
}

function read(): DoneSteps {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as DoneSteps
    return Object.fromEntries(Object.entries(kept).filter(([, steps]) => Array.isArray(steps)))
  } catch {
    return {}
  }
}

export const progress = new Progress()
