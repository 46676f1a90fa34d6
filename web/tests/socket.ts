/** A WebSocket whose other end is the test. */
export class Socket {
  static last: Socket
  sent: Record<string, unknown>[] = []
  closed = false
  onmessage: (message: { data: string }) => void = () => {}
  onclose: () => void = () => {}
  constructor() {
    Socket.last = this
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.closed = true
  }
  say(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((each) => each.type === type)
  }
}
