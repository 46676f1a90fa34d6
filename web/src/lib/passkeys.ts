/** Passkeys in the browser: converts the server's options and the browser's answers, with bytes as base64url. */

import type { Assertion, NewPasskey, PasskeyOptions } from '../protocol/passkeys'

type Options = PasskeyOptions['options'] // as the browser's own types ending in `OptionsJSON` describe them

/** Whether this browser supports passkeys. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && typeof navigator.credentials?.create === 'function'
}

/** Create a passkey, in the form the server expects; null if the user cancels. */
export async function createPasskey(options: Options): Promise<NewPasskey['credential'] | null> {
  const sent = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const publicKey = {
    ...sent,
    challenge: toBytes(sent.challenge),
    user: { ...sent.user, id: toBytes(sent.user.id) },
    excludeCredentials: (sent.excludeCredentials ?? []).map((known) => ({ ...known, id: toBytes(known.id) })),
  } as PublicKeyCredentialCreationOptions
  const made = await given(() => navigator.credentials.create({ publicKey }))
  if (!made) return null
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse
  return told(made, { clientDataJSON: toText(clientDataJSON), attestationObject: toText(attestationObject) })
}

/** Sign the challenge with a passkey; null if the user cancels. */
export async function signWithPasskey(options: Options): Promise<Assertion['credential'] | null> {
  const sent = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const publicKey = {
    ...sent,
    challenge: toBytes(sent.challenge),
    allowCredentials: [],
  } as PublicKeyCredentialRequestOptions
  const signed = await given(() => navigator.credentials.get({ publicKey }))
  if (!signed) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response as AuthenticatorAssertionResponse
  return told(signed, {
    clientDataJSON: toText(clientDataJSON),
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
    userHandle: userHandle ? toText(userHandle) : '',
  })
}

/** The browser's answer; null if the user closes the dialog or has no passkey (a DOMException). */
async function given(how: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await how()) as PublicKeyCredential | null
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

function told(credential: PublicKeyCredential, response: Record<string, unknown>): Assertion['credential'] {
  const { id, type } = credential
  return { id, rawId: toText(credential.rawId), type, response, clientExtensionResults: {} }
}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

export function toText(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
