// Logins that ask a person, against an SSH server in this process: sshd allows no password login without root.
import { inEnglish } from '#core/messages/message.ts'
import { readable } from '#core/messages/readable.test-support.ts'
import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import ssh2, { type AuthContext } from 'ssh2'
import { afterAll, expect, test } from 'vitest'
import { AppError } from '#core/model/app-error.ts'
import { sshSpecSchema } from '#core/model/host.ts'
import { openHost } from '#node/remote/open-host.ts'
import type { SshPrompts } from '#node/remote/ssh/ssh-prompts.ts'
import { missingDaemon, startSshDaemon, temporaryFolder } from './ssh-daemon.ts'

type SecretQuestion = Parameters<SshPrompts['askSecret']>[0]

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

/** Not of ssh2's own making: one in some hundreds of those it cannot read again. */
const { privateKey: hostKey } = generateKeyPairSync('ec', {
  namedCurve: 'prime256v1',
  privateKeyEncoding: { type: 'sec1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

type LetIn = (context: AuthContext) => void

/** Runs every command in a shell. */
async function serve(letIn: LetIn): Promise<{ port: number; close: () => void }> {
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    client.on('authentication', letIn)
    client.on('error', () => undefined)
    client.on('ready', () => {
      client.on('session', (acceptSession) => {
        acceptSession().on('exec', (acceptExec) => {
          const channel = acceptExec()
          const shell = spawn('sh')
          channel.pipe(shell.stdin)
          shell.stdout.pipe(channel, { end: false })
          shell.stderr.pipe(channel.stderr, { end: false })
          shell.once('close', (code) => {
            channel.exit(code ?? 1)
            channel.end()
          })
        })
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, close: () => server.close() }
}

type Reached = Readonly<{ port: number; close: () => unknown; user?: string }>
type Answer = string | null | ((question: SecretQuestion) => string)

async function sayHello(letIn: LetIn, answer: Answer) {
  return await sayHelloTo(await serve(letIn), answer)
}

async function sayHelloTo({ port, close, user = 'ada' }: Reached, answer: Answer) {
  const asked: SecretQuestion[] = []
  const sshConfigFile = path.join(folder, 'config')
  writeFileSync(sshConfigFile, 'IdentityAgent none\n')
  const host = openHost(
    {
      name: 'lab',
      spec: sshSpecSchema.parse({
        kind: 'ssh',
        destination: '127.0.0.1',
        user,
        port,
        identityFile: path.join(folder, 'none'),
      }),
    },
    {
      sshConfigFile,
      knownHosts: { own: path.join(folder, `known_${port}`), others: [] },
      prompts: {
        confirmHostKey: () => Promise.resolve(true),
        askSecret: (question) => {
          asked.push(question)
          return Promise.resolve(typeof answer === 'function' ? answer(question) : answer)
        },
      },
    },
  )
  try {
    const program = await host.start({ argv: ['printf', 'hello'] })
    const text = await program.stdout.setEncoding('utf8').toArray()
    return { text: text.join(''), asked, error: null }
  } catch (error) {
    return { text: '', asked, error: error instanceof AppError ? error : null }
  } finally {
    await host.close()
    await close()
  }
}

const byPassword: LetIn = (context) => {
  if (context.method === 'password' && context.password === 'right') context.accept()
  else context.reject(['password'])
}

test('a password is asked for when nothing else is left', async () => {
  expect(readable(await sayHello(byPassword, 'right'))).toEqual({
    text: 'hello',
    asked: [{ host: '127.0.0.1', text: 'Password of ada', isEchoed: false, problem: null }],
    error: null,
  })
})

const refused = 'The password was refused.'
const problems = (asked: readonly SecretQuestion[]) => asked.map(({ problem }) => readable(problem))

test('a wrong password is called wrong, and can be entered again', async () => {
  const { text, asked } = await sayHello(byPassword, ({ problem }) => (problem ? 'right' : 'wrong'))
  expect(text).toBe('hello')
  expect(problems(asked)).toEqual([null, refused])
})

test.skipIf(missingDaemon !== null).each([
  { settings: ['PasswordAuthentication yes'], remark: 'while it waits for another' },
  {
    settings: ['PasswordAuthentication yes', 'MaxAuthTries 2'],
    remark: 'once it closes the connection',
  },
])('sshd that refuses a password is reported as such $remark', async ({ settings }) => {
  const daemon = await startSshDaemon({ folder, authorizedKeys: [], settings })
  const { port, user, stop: close } = daemon
  const { asked, error } = await sayHelloTo({ port, user, close }, 'wrong')
  expect(error?.code).toBe('authentication-failed')
  expect(error?.message).toBe(`The password was refused: 127.0.0.1 does not let "${user}" in.`)
  expect(problems(asked).slice(0, 2)).toEqual([null, refused])
})

test('a caller without a user is a refusal too', async () => {
  const { error } = await sayHello(byPassword, null)
  expect(error?.message).toContain('127.0.0.1 does not let "ada" in; offered: nothing.')
})

test("a host's own questions are passed on word for word", async () => {
  const letIn: LetIn = (context) => {
    if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive'])
    context.prompt(
      [
        { prompt: 'Code: ', echo: true },
        { prompt: 'PIN: ', echo: false },
      ],
      'Login',
      'Look at your telephone',
      (answers) => {
        if (answers.join() === '123,123') context.accept()
        else context.reject()
      },
    )
  }
  const { text, asked } = await sayHello(letIn, '123')
  expect(text).toBe('hello')
  expect(asked.map(({ text: question, isEchoed }) => `${inEnglish(question)} ${isEchoed}`)).toEqual(
    ['Look at your telephone\nCode: true', 'Look at your telephone\nPIN: false'],
  )
})
