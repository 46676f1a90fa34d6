/** The secrets of invite links created on this device, kept until somebody has joined. */

const PREFIX = 'quincunx-secret-'
const place = (match: string): string => PREFIX + match

export function keepSecret(match: string, secret: string): void {
  try {
    localStorage.setItem(place(match), secret)
  } catch {
    // the browser stores nothing: the match works, but its link is lost
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

/** Forget all secrets, so that the next user of this device cannot see the previous user's private matches. */
export function forgetSecrets(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}
