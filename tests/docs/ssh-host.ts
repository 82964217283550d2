// The host gpu-03 of the pages: a real sshd with Node, a vLLM in two places and GPUs, as ~/.ssh/config of the reader names it.
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { knownLine } from '../remote/connect-to.ts'
import { installVllm } from '../remote/install-vllm.ts'
import { makeKey, startSshDaemon } from '../remote/ssh-daemon.ts'

/** As recorded, with nothing on the first of the two. */
const idleGpus = `#!/bin/sh
${path.join(import.meta.dirname, '../remote/fixtures/bin/nvidia-smi')} "$@" |
  sed -e 's/81559, 71902, 97,/81559, 4, 0,/' -e '/EngineCore/d'
`

export type SshHost = Awaited<ReturnType<typeof startSshHost>>

export async function startSshHost(folder: string) {
  const home = path.join(folder, 'my-home')
  mkdirSync(path.join(home, '.ssh'), { recursive: true })
  const key = makeKey(folder)
  const bin = installVllm(folder)
  symlinkSync(process.execPath, path.join(bin, 'node'))
  writeFileSync(path.join(bin, 'nvidia-smi'), idleGpus, { mode: 0o755 })
  const daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey], path: bin })
  // The shell of the reader replaces ~ before the host sees it.
  const venv = path.join(home, 'vllm/.venv/bin')
  mkdirSync(venv, { recursive: true })
  copyFileSync(path.join(bin, 'vllm'), path.join(venv, 'vllm'))
  const identity = path.join(home, '.ssh/lab')
  copyFileSync(key.file, identity)
  writeFileSync(
    path.join(home, '.ssh/config'),
    `Host gpu-03\n  HostName 127.0.0.1\n  Port ${daemon.port}\n  IdentityFile ${identity}\n  IdentityAgent none\n`,
  )
  return {
    env: { HOME: home, HF_TOKEN: 'hf_1' },
    knownLine: knownLine(daemon),
    known: [
      ['10.0.0.7', '127.0.0.1'],
      ['--user ada', `--user ${daemon.user}`],
      ['--port 2222', `--port ${daemon.port}`],
    ] as const,
    stop: () => daemon.stop(),
  }
}
