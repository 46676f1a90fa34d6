/** The secrets of the invite links that were made here, kept until somebody has come. */

const PREFIX = 'quincunx-secret-'
const place = (match: string): string => PREFIX + match

export function keepSecret(match: string, secret: string): void {
  try {
    localStorage.setItem(place(match), secret)
  } catch {
    // a browser that keeps nothing: the match goes on, only without its link
  }
}

export function secretOf(match: string): string {
  try {
    return localStorage.getItem(place(match)) ?? ''
  } catch {
    return ''
  }
}

export function forgetSecret(match: string): void {
  try {
    localStorage.removeItem(place(match))
  } catch {
    // nothing was kept
  }
}

/** Whoever comes to this device next has no part in the matches of the one who has gone. */
export function forgetSecrets(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}
