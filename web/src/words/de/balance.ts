import type { balance as english } from '../en/balance'

export const balance: Record<keyof typeof english, string> = {
  menu_balance: 'Balance',
  balance: 'Wie ausgeglichen sind die Spiele?',
  balance_more:
    'Der Punkt zeigt, wer mehr holt: Ein Sieg zählt eins, ein Unentschieden halb. In der Mitte geht es beiden Seiten gleich gut; der Balken sagt, wie weit der Punkt danebenliegen kann (95 %).',
  balance_note:
    'Was Bots erzielen, sagt so viel über die Bots wie über das Spiel: Eine Seite, die schwerer zu spielen ist, sieht schwächer aus, als sie ist. Jede Stufe hat gegen sich selbst gespielt, jede Partie mit einer eigenen Eröffnung. Menschen werden nach Wertung gezählt, in gewerteten Partien.',
  balance_this: 'Wie ausgeglichen ist es?',
  balance_people_none: 'Noch keine gewerteten Partien unter Menschen',
  balance_people_none_help: 'Sie werden hier gezählt, sobald sie enden, nach der Wertung beider Seiten.',
  balance_advantage: 'Vorteil {side}: {score} ± {error} %',
  balance_even: 'Ausgeglichen, soweit {count} Partien es sagen können: {side} {score} ± {error} %',
  balance_few_one: '{count} Partie: zu wenig, um etwas zu sagen',
  balance_few_other: '{count} Partien: zu wenige, um etwas zu sagen',
  balance_by_bots: 'Stufe {level} gegen sich selbst',
  balance_by_people: 'Menschen mit Wertung {band}',
  balance_who: 'Wer gespielt hat',
  balance_chart: 'Schaubild',
  balance_middle: 'gleich',
  balance_drawn: 'Remis',
  balance_drawn_unit: 'Remis',
  balance_games: 'Partien',
  balance_games_unit: 'Partien',
  balance_figure: '{score} ± {error} %',
  balance_percent: '{percent} %',
  balance_level: 'Stufe {level}',
  balance_band_below: 'unter {below}',
  balance_band_above: 'ab {least}',
  balance_band: '{least} bis {most}',
  balance_pairing: '{first} – {second}',
  balance_others: 'Andere Zusammenstellungen',
}
