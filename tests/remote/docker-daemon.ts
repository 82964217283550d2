// A real Docker on this computer – its daemon, an image, a registry – that exists for one test file.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './ssh-daemon.ts'

const programs = ['/usr/sbin/dockerd', '/usr/bin/docker']
const registryProgram = '/usr/bin/docker-registry'
const ownBridge = '/sys/class/net/docker0'

export type DockerDaemon = Readonly<{
  /** A folder with its command, for the PATH of those who launch. */
  bin: string
  socket: string
  /** What the command prints; fails with what it complains of. */
  ask(...words: string[]): string
  /** Its address; null where no registry is installed. */
  startRegistry(): Promise<string | null>
  stop(): Promise<void>
}>

/**
 * The daemon, or why there is none: a sentence for the tests that are skipped without it. Without a bridge, containers
 * have the network of this computer or none, and another daemon may run beside it.
 */
export async function startDocker(
  folder: string,
  { bridge = true } = {},
): Promise<DockerDaemon | string> {
  if (!programs.every((program) => existsSync(program)))
    return 'Docker is not installed (apt-get install docker.io)'
  if (userInfo().uid !== 0) return 'only root can start a daemon of Docker'
  if (bridge && existsSync(ownBridge))
    return 'another daemon of Docker has its network here (docker0)'
  const own = path.join(folder, 'docker')
  const socket = path.join(own, 'socket')
  mkdirSync(path.join(own, 'bin'), { recursive: true })
  const daemon = start('/usr/sbin/dockerd', daemonArguments(own, socket, bridge))
  const problem = await untilListening(daemon, socket)
  if (problem !== null) {
    await end(daemon.process)
    return `a daemon of Docker cannot run here: ${problem}`
  }
  return running(own, socket, { daemon: daemon.process, bridge })
}

type Running = Readonly<{ daemon: ChildProcess; bridge: boolean }>

function running(own: string, socket: string, { daemon, bridge }: Running): DockerDaemon {
  const started = [daemon]
  const bin = path.join(own, 'bin')
  const script = `#!/bin/sh\nexport DOCKER_HOST="\${DOCKER_HOST:-unix://${socket}}"\nexec /usr/bin/docker "$@"\n`
  writeFileSync(path.join(bin, 'docker'), script, { mode: 0o755 })
  const env = { ...process.env, DOCKER_HOST: `unix://${socket}` }
  const ask = (...words: string[]) =>
    execFileSync('/usr/bin/docker', words, { env, encoding: 'utf8', timeout: 120_000 }).trim()
  return {
    ...{ bin, socket, ask },
    async startRegistry() {
      if (!existsSync(registryProgram)) return null
      const address = `127.0.0.1:${await freePort()}`
      const configFile = path.join(own, 'registry.yml')
      writeFileSync(configFile, registryConfig(path.join(own, 'registry'), address))
      started.push(start(registryProgram, ['serve', configFile]).process)
      await until(() => fetch(`http://${address}/v2/`).then(({ ok }) => ok))
      return address
    },
    async stop() {
      const left = ask('ps', '-aq').split('\n').filter(Boolean)
      if (left.length > 0) ask('rm', '--force', ...left)
      for (const one of started.reverse()) await end(one)
      // Containers with the network of this computer leave it mounted.
      spawnSync('umount', [path.join(own, 'exec/netns/default')])
      if (bridge) spawnSync('ip', ['link', 'delete', 'docker0'])
    },
  }
}

/** Ports are published by its own proxy: the rules and routes of this computer stay as they are. */
function daemonArguments(own: string, socket: string, bridge: boolean): string[] {
  const within = (name: string) => path.join(own, name)
  return [
    ...['--data-root', within('data'), '--exec-root', within('exec'), '--pidfile', within('pid')],
    ...['--host', `unix://${socket}`, '--iptables=false', '--ip-masq=false', '--ip-forward=false'],
    ...['--log-level', 'warn'],
    ...(bridge ? [] : ['--bridge', 'none']),
  ]
}

function registryConfig(folder: string, address: string): string {
  return [
    'version: 0.1',
    `storage: { filesystem: { rootdirectory: ${JSON.stringify(folder)} } }`,
    `http: { addr: ${JSON.stringify(address)} }`,
    '',
  ].join('\n')
}

type Started = Readonly<{ process: ChildProcess; said: () => string }>

function start(program: string, words: readonly string[]): Started {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => (said = `${said}${piece.toString()}`.slice(-4000)))
  return { process: child, said: () => said }
}

/** Null once it answers. */
async function untilListening(
  { process: daemon, said }: Started,
  socket: string,
): Promise<string | null> {
  const answers = () =>
    spawnSync('/usr/bin/docker', ['--host', `unix://${socket}`, 'version'], { timeout: 5000 })
      .status === 0
  for (let attempt = 0; attempt < 60; attempt++) {
    if (daemon.exitCode !== null) return said().trim().split('\n').at(-1) ?? 'it ended at once'
    if (existsSync(socket) && answers()) return null
    await delay(200)
  }
  return 'it does not answer within 12 s'
}

async function end(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return
  const gone = once(daemon, 'exit')
  daemon.kill('SIGTERM')
  const timer = setTimeout(() => daemon.kill('SIGKILL'), 10_000)
  await gone
  clearTimeout(timer)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    if (await holds().catch(() => false)) return
    await delay(100)
  }
  throw new Error('the registry does not answer')
}
