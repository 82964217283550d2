// Asks a proxy for a tunnel over a socket that is connected to it. Resolves when bytes go to the server from then on.
import { MessageError } from '#core/messages/message-error.ts'
import type { Socket } from 'node:net'
import { message } from '#core/messages/message.ts'

/** No answer to a CONNECT should need more. */
const longestAnswer = 16 * 1024
const answerEnd = '\r\n\r\n'

export function openTunnel(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const settle = (error: Error | null) => {
      socket.off('data', take).off('end', refuse).off('error', settle)
      socket.pause()
      if (error === null) return resolve()
      socket.destroy()
      reject(error)
    }
    const refuse = () => settle(refused(answer))
    const take = (bytes: Buffer) => {
      answer += bytes.toString('latin1')
      if (answer.includes(answerEnd)) settle(isOpen(answer) ? null : refused(answer))
      else if (answer.length > longestAnswer) refuse()
    }
    socket.on('data', take).on('end', refuse).on('error', settle)
    socket.write(request)
  })
}

function isOpen(answer: string): boolean {
  return /^HTTP\/1\.[01] 2\d\d\b/.test(answer)
}

function refused(answer: string): Error {
  const status = /^HTTP\/1\.[01] (\d{3}[^\r\n]*)/.exec(answer)?.[1]
  const said = status === undefined ? message('runs.proxyClosed') : `HTTP ${status.trim()}`
  return new MessageError(message('runs.proxyRefused', { why: said }))
}
