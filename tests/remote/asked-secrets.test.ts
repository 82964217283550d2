// Logins that ask a person, against an SSH server in this process: sshd allows no password login without root.
import { inEnglish } from '#core/messages/message.ts'
import { readable } from '#core/messages/readable.test-support.ts'
import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import ssh2, { type AuthContext } from 'ssh2'
import { afterAll, expect, test } from 'vitest'
import { AppError } from '#core/model/app-error.ts'
import { sshSpecSchema } from '#core/model/host.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'
import { openHost } from '#node/remote/open-host.ts'
import { rememberingPrompts, type SshPrompts } from '#node/remote/ssh/ssh-prompts.ts'
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
type Answer = string | null | ((question: SecretQuestion) => string | null)

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

/** As PAM with a password, a menu of Duo and a notice while the user confirms the login. */
function withSecondFactor(code = '1'): LetIn {
  return (context) => {
    if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive'])
    context.prompt([{ prompt: 'Password: ', echo: false }], ([password]) => {
      const menu = 'Duo two-factor login for ada\n\n 1. Duo Push to XXX-XXX-1234'
      const passcode = [{ prompt: 'Passcode or option (1-1): ', echo: true }]
      context.prompt([], '', 'Checking the account', () => {
        context.prompt(passcode, '', menu, ([option]) => {
          if (password !== 'right' || option !== code) return context.reject()
          context.prompt([], '', 'Success. Logging you in...', () => context.accept())
        })
      })
    })
  }
}

const menu =
  'Duo two-factor login for ada\n\n 1. Duo Push to XXX-XXX-1234\nPasscode or option (1-1):'

test('a password and a menu arrive in rounds, with notices between them', async () => {
  const answer = ({ text }: SecretQuestion) => (text === 'Password:' ? 'right' : '1')
  const { text, asked } = await sayHello(withSecondFactor(), answer)
  expect(text).toBe('hello')
  expect(asked.map(({ text: question, isEchoed }) => [question, isEchoed])).toEqual([
    ['Password:', false],
    [menu, true],
  ])
})

test('a wrong code is called no password, and a right password leaves its attempts', async () => {
  let codes = 0
  const letIn: LetIn = (context) => {
    if (context.method === 'none') return context.reject(['password'])
    if (context.method === 'password') {
      const isRight = context.password === 'right'
      return context.reject([isRight ? 'keyboard-interactive' : 'password'], isRight)
    }
    if (context.method !== 'keyboard-interactive') return context.reject()
    context.prompt([{ prompt: 'Verification code: ', echo: true }], ([code]) => {
      codes += 1
      if (code === '3') context.accept()
      else context.reject(['keyboard-interactive'])
    })
  }
  const answer = (isKnown: boolean) => {
    const passwords = ['wrong', 'wrong', 'right']
    return ({ isEchoed }: SecretQuestion) =>
      isEchoed ? (isKnown ? String(codes + 1) : 'none') : (passwords.shift() ?? null)
  }
  const { text, asked } = await sayHello(letIn, answer(true))
  expect(text).toBe('hello')
  const said = 'The answer was refused.'
  expect(problems(asked)).toEqual([null, refused, refused, null, said, said])
  const { error } = await sayHello(letIn, answer(false))
  expect(error?.message).toBe('The answers were refused: 127.0.0.1 does not let "ada" in.')
})

test('a code is not remembered, a password is', async () => {
  const asked: SecretQuestion[] = []
  const prompts = rememberingPrompts({
    confirmHostKey: () => Promise.resolve(true),
    askSecret: (question) => Promise.resolve(String(asked.push(question))),
  })
  const texts = [
    ...['Password:', 'First Factor:', 'One-time password (OATH) for `ada`:', 'Second Factor:'],
    ...['Verification code:', 'Enter PASSCODE:', 'Password & verification code:', '验证码：'],
  ]
  for (const text of [...texts, ...texts]) {
    await prompts.askSecret({ host: 'lab', text, isEchoed: false, problem: null })
  }
  expect(asked.map(({ text }) => text)).toEqual([...texts, ...texts.slice(2)])
})

test('a second factor without a user is named in the error', async () => {
  const afterKey: LetIn = (context) => {
    if (context.method === 'none') return context.reject(['password'])
    if (context.method === 'password') {
      return context.reject(['keyboard-interactive'], true)
    }
    if (context.method !== 'keyboard-interactive') return context.reject()
    context.prompt([{ prompt: 'PIN: ', echo: false }], () => context.reject())
  }
  const answer = ({ text }: SecretQuestion) => (text === 'PIN:' ? null : 'right')
  const code: LetIn = (context) => {
    if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive'])
    context.prompt([{ prompt: 'Verification code: ', echo: false }], () => context.reject())
  }
  const errors = [await sayHello(code, null), await sayHello(afterKey, answer)]
  expect(errors.map(({ error }) => error?.message)).toEqual([
    '127.0.0.1 requires an answer to "Verification code:" for "ada", and none was given.',
    '127.0.0.1 requires an answer to "PIN:" for "ada", and none was given.',
  ])
})

test('a command without a terminal gets answers from SSH_ASKPASS, and names what is missing', async () => {
  const { port, close } = await serve(withSecondFactor())
  const HOME = path.join(folder, 'home of ada')
  mkdirSync(path.join(HOME, '.ssh'), { recursive: true })
  const settings = ['HostName 127.0.0.1', `Port ${port}`, 'User ada', 'IdentityAgent none']
  const config = ['Host lab', ...settings, 'StrictHostKeyChecking accept-new'].join('\n  ')
  writeFileSync(path.join(HOME, '.ssh', 'config'), `${config}\n`)
  const program = path.join(folder, 'askpass')
  writeFileSync(program, '#!/bin/sh\ncase $1 in *Passcode*) echo 1 ;; *) echo right ;; esac\n')
  chmodSync(program, 0o755)
  const env = { HOME, KNEEPOINT_DATA: path.join(folder, 'data'), SSH_ASKPASS: program }
  try {
    const silent = await runCli(['host', 'facts', 'lab'], { env })
    expect(silent.notes).toContain('lab requires an answer to "Password:" for "ada"')
    expect(silent.notes).toContain('SSH_ASKPASS_REQUIRE=force')
    const required = { ...env, SSH_ASKPASS_REQUIRE: 'force' }
    expect((await runCli(['host', 'facts', 'lab'], { env: required })).code).toBe(0)
  } finally {
    close()
  }
})
