import type { common as english } from '../en/common'

export const common: Record<keyof typeof english, string> = {
  name: 'Quincunx',
  tagline: 'Brettspiele für zwei.',
  skip: 'Zum Hauptteil springen',
  nothing_here: 'Hier ist nichts.',
  to_menu: 'Zurück zum Anfang',
  page_failed: 'Diese Seite konnte nicht geladen werden. Läuft der Server? Versuch es bitte noch einmal.',
  loading: 'Wird geladen…',
  unreachable: 'Der Server ist nicht zu erreichen.',
  failed: 'Etwas ist schiefgegangen.',
  cancel: 'Abbrechen',
  close: 'Schließen',
  save: 'Speichern',
  back: 'Zurück',
}
