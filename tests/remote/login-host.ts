// A host whose login shell and start-up files a test chooses: one sshd serves all of
// them, and what they run has no rights.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import type { Host } from '#node/remote/host.ts'
import { connectTo } from './connect-to.ts'
import { makeKey, startSshDaemon, type SshDaemon } from './ssh-daemon.ts'

export type Login = Readonly<{
  /** Run as `SHELL -c COMMAND`, as sshd does; words are split. */
  shell?: string
  /** Lines of sh before the shell, for example `export A=b`. */
  before?: string
  /** In place of the shell: lines of sh that may use $SSH_ORIGINAL_COMMAND. */
  instead?: string
  /** A program without which this login does not exist. */
  needs?: string
  /** Of the home folder, by name. */
  files?: Readonly<Record<string, string>>
}>

export type LoginHosts = Readonly<{
  daemon: SshDaemon
  /** Connects to the host as it is with this login; `config` is for ~/.ssh/config. */
  open(login: Login, config?: string): Host
  /** The home folder of the newest one. */
  home(): string
}>

/** `folder` must be of this test alone. */
export async function loginHosts(folder: string): Promise<LoginHosts> {
  const key = makeKey(folder)
  const login = path.join(folder, 'login')
  const start = path.join(folder, 'start')
  const isRoot = userInfo().uid === 0
  const as = isRoot ? 'setpriv --reuid=nobody --regid=nogroup --clear-groups' : ''
  let count = 0
  let home = folder
  chmodSync(folder, 0o755)
  writeFileSync(login, '', { mode: 0o755 })
  writeFileSync(start, `#!/bin/sh\nexec ${as} ${login}\n`, { mode: 0o755 })
  const daemon = await startSshDaemon({
    folder,
    authorizedKeys: [key.publicKey],
    settings: [`ForceCommand ${start}`],
  })
  return {
    daemon,
    open({ shell = 'bash', before = '', instead, files = {} }, config = '') {
      count += 1
      home = path.join(folder, `home-${count}`)
      mkdirSync(home)
      for (const [name, text] of Object.entries(files)) {
        const file = path.join(home, name)
        mkdirSync(path.dirname(file), { recursive: true })
        writeFileSync(file, text, { mode: 0o755 })
      }
      if (isRoot) spawnSync('chown', ['-R', 'nobody', home])
      const command = instead ?? `exec ${shell} -c "$SSH_ORIGINAL_COMMAND"`
      const lines = [
        '#!/bin/sh',
        `export HOME='${home}' SHELL=$(command -v ${shell.split(' ')[0] ?? ''})`,
        'cd "$HOME"',
        before,
        command,
      ]
      writeFileSync(login, `${lines.join('\n')}\n`)
      return connectTo(daemon, { folder, key, config })
    },
    home: () => home,
  }
}

export function isInstalled({ shell = 'sh', needs = 'sh' }: Login): boolean {
  const programs = [shell.split(' ')[0] ?? '', needs]
  return programs.every((name) => spawnSync('which', [name]).status === 0)
}
