/** The pages in the menu, in groups, each with its label and icon. */

import { session } from '../lib/session.svelte'
import { t } from '../words/words.svelte'
import type { IconName } from './icons'

export interface Place {
  to: string
  word: string
  icon: IconName
}

export interface Group {
  title: string
  places: Place[]
}

export function placeGroups(): Group[] {
  return [
    {
      title: t('nav_group_play'),
      places: [
        { to: '/new/bot', word: t('against_bot'), icon: 'bot' },
        { to: '/new/friend', word: t('against_friend'), icon: 'friend' },
        { to: '/new/online', word: t('against_online'), icon: 'globe' },
        { to: '/watch', word: t('nav_watch'), icon: 'eye' },
      ],
    },
    {
      title: t('nav_group_learn'),
      places: [
        { to: '/learn', word: t('nav_learn'), icon: 'learn' },
        { to: '/puzzles', word: t('puzzles'), icon: 'puzzle' },
        { to: '/analysis', word: t('analysis'), icon: 'search' },
        { to: '/rules', word: t('nav_rules'), icon: 'rules' },
      ],
    },
    {
      title: t('nav_group_people'),
      places: [
        { to: '/leaders', word: t('nav_leaders'), icon: 'crown' },
        { to: '/history', word: t('my_games'), icon: 'clock' },
        { to: '/balance', word: t('menu_balance'), icon: 'scales' },
      ],
    },
    { title: t('nav_group_you'), places: own() },
  ]
}

function own(): Place[] {
  const settings: Place = { to: '/settings', word: t('settings'), icon: 'settings' }
  const { member } = session
  if (!member)
    return [
      { to: '/login', word: t('log_in'), icon: 'person' },
      { to: '/account', word: t('account'), icon: 'keys' },
      settings,
    ]
  return [
    { to: `/player/${encodeURIComponent(member.name)}`, word: t('menu_stats'), icon: 'chart' },
    { to: '/account', word: t('account'), icon: 'person' },
    ...(session.role ? [{ to: '/moderation', word: t('moderation'), icon: 'shield' } as const] : []),
    settings,
  ]
}
