/** What a person likes: kept on this device. */

export type Theme = 'system' | 'light' | 'dark'
export type BoardTheme = 'wood' | 'slate'
export type Language = 'en' | 'de'

interface Kept {
  theme: Theme
  board: BoardTheme
  language: Language
  sound: boolean
  coordinates: boolean
  threats: boolean
  game: string
  level: number
}

const PLACE = 'quincunx'

class Settings {
  theme = $state<Theme>('system')
  board = $state<BoardTheme>('wood')
  language = $state<Language>(navigator.language.startsWith('de') ? 'de' : 'en')
  sound = $state(true)
  coordinates = $state(true)
  threats = $state(false)
  game = $state('')
  level = $state(3)

  constructor() {
    const kept = read()
    for (const name of Object.keys(kept) as (keyof Kept)[]) {
      if (typeof kept[name] === typeof this[name]) Object.assign(this, { [name]: kept[name] })
    }
    $effect.root(() => {
      $effect(() => {
        const all: Kept = { ...this.all() }
        try {
          localStorage.setItem(PLACE, JSON.stringify(all))
        } catch {
          // a browser that keeps nothing: the choice holds for this visit
        }
      })
      $effect(() => {
        document.documentElement.dataset.theme = this.theme
        document.documentElement.lang = this.language
      })
    })
  }

  private all(): Kept {
    const { theme, board, language, sound, coordinates, threats, game, level } = this
    return { theme, board, language, sound, coordinates, threats, game, level }
  }
}

function read(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept>
  } catch {
    return {}
  }
}

export const settings = new Settings()
