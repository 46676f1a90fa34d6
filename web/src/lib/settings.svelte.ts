/** The user's settings, stored on this device. */

export type Theme = 'system' | 'light' | 'dark'
export type BoardTheme = 'wood' | 'slate'
export type Language = 'en' | 'de'

interface StoredSettings {
  theme: Theme
  board: BoardTheme
  language: Language
  sound: boolean
  coordinates: boolean
  threats: boolean
  full: boolean
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
  full = $state(false) // the board fills the window, with the panels on top of it
  game = $state('')
  level = $state(3)

  constructor() {
    const kept = { full: takeShape(), ...read() }
    for (const name of Object.keys(kept) as (keyof StoredSettings)[]) {
      if (typeof kept[name] === typeof this[name]) Object.assign(this, { [name]: kept[name] })
    }
    $effect.root(() => {
      $effect(() => {
        const all: StoredSettings = { ...this.all() }
        try {
          localStorage.setItem(PLACE, JSON.stringify(all))
        } catch {
          // the browser stores nothing: the choice lasts until the page is closed
        }
      })
      $effect(() => {
        document.documentElement.dataset.theme = this.theme
        document.documentElement.lang = this.language
      })
    })
  }

  private all(): StoredSettings {
    const { theme, board, language, sound, coordinates, threats, full, game, level } = this
    return { theme, board, language, sound, coordinates, threats, full, game, level }
  }
}

/** Whether the page is open in the desktop window, where the full board is the default. */
function takeShape(): boolean {
  const address = new URL(location.href)
  if (address.searchParams.get('shape') !== 'board') return false
  address.searchParams.delete('shape')
  history.replaceState(null, '', address)
  return true
}

function read(): Partial<StoredSettings> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<StoredSettings>
  } catch {
    return {}
  }
}

export const settings = new Settings()
