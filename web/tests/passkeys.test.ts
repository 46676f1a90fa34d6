import { afterEach, expect, test, vi } from 'vitest'
import { createPasskey, knowsPasskeys, signWithPasskey, toBytes, toText } from '../src/lib/passkeys'

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer

afterEach(() => vi.unstubAllGlobals())

test('bytes are base64url there and back', () => {
  for (const values of [[], [0], [255, 254, 253], [251, 255, 191, 0, 1]]) {
    const text = toText(bytes(...values))
    expect(text).toMatch(/^[\w-]*$/)
    expect([...toBytes(text)]).toEqual(values)
  }
})

test('a browser without passkeys says so', () => {
  expect(knowsPasskeys()).toBe(false)
})

test('a new passkey goes to the server as text', async () => {
  const create = vi.fn(async ({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) => ({
    id: 'AQI',
    rawId: bytes(1, 2),
    type: 'public-key',
    response: { clientDataJSON: bytes(...(publicKey.challenge as Uint8Array)), attestationObject: bytes(9) },
  }))
  vi.stubGlobal('navigator', { credentials: { create } })
  const user = { id: 'YW5u', name: 'Ann', displayName: 'Ann' }
  const made = await createPasskey({ challenge: 'BwgJ', user, excludeCredentials: [{ id: 'AQI', type: 'public-key' }] })
  const { publicKey } = create.mock.calls[0]![0]
  expect([...(publicKey.user.id as Uint8Array)]).toEqual([97, 110, 110])
  expect([...(publicKey.excludeCredentials![0]!.id as Uint8Array)]).toEqual([1, 2])
  expect(made).toEqual({
    id: 'AQI',
    rawId: 'AQI',
    type: 'public-key',
    response: { clientDataJSON: 'BwgJ', attestationObject: 'CQ' },
    clientExtensionResults: {},
  })
})

test('closing the dialog is not an error', async () => {
  const get = async (): Promise<never> => {
    throw new DOMException('closed', 'NotAllowedError')
  }
  vi.stubGlobal('navigator', { credentials: { get } })
  expect(await signWithPasskey({ challenge: 'BwgJ' })).toBeNull()
})
