import type { learn as english } from '../en/learn'

export const learn: Record<keyof typeof english, string> = {
  menu_learn: 'Spielen lernen',
  learn: 'Spielen lernen',
  learn_more: 'Jedes Spiel in wenigen kurzen Schritten, auf einem echten Brett.',
  learn_this: 'Schritt für Schritt lernen',
  learn_so_far: '{done} von {count} Schritten',
  learn_all_done: 'Alle Schritte geschafft',
  learn_failed: 'Die Lektionen sind gerade nicht zu haben.',
  learn_steps: 'Schritte',
  learn_step: 'Schritt {number}: {title}',
  learn_step_done: '{step}, geschafft',
  learn_step_of: 'Schritt {number} von {count}',
  learn_rule: 'Regel',
  learn_rules: 'Regeln',
  learn_task: 'Was zu tun ist',
  learn_task_of: 'Aufgabe {number} von {count}',
  learn_hint: 'Tipp',
  learn_again: 'Noch einmal',
  learn_previous: 'Voriger Schritt',
  learn_next: 'Nächster Schritt',
  learn_skip: 'Überspringen',
}
