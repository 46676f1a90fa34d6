/** The formats of names, passwords and e-mail addresses, so that forms can check them before the server does. */

export const NAME = '[A-Za-z][A-Za-z0-9_\\-]{2,19}'
export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 256

const whole = new RegExp(`^${NAME}$`)

export function nameFits(name: string): boolean {
  return whole.test(name)
}

export function passwordFits(password: string): boolean {
  const length = [...password].length
  return length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD
}

export function addressFits(address: string): boolean {
  return /^[^\s@]{1,64}@[^\s@]+[^\s@.]$/.test(address)
}
