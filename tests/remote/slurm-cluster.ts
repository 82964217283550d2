// A real Slurm on this computer – munge, controller, one node or several – that exists for one test file. Each node is a slurmd
// of its own.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, hostname, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { shellText } from '#core/command-line/launch-functions.ts'
import { freePort } from './ssh-daemon.ts'

const programs = ['/usr/sbin/munged', '/usr/sbin/slurmctld', '/usr/sbin/slurmd', '/usr/bin/sbatch']

/** Said by the tests that are skipped without it. */
export const missingSlurm = !programs.every((program) => existsSync(program))
  ? 'Slurm is not installed (apt-get install slurmctld slurmd slurm-client munge)'
  : userInfo().uid === 0
    ? null
    : 'only root can start the node of a cluster'

export type SlurmCluster = Readonly<{
  /** A folder with its commands, for the PATH of those who submit. */
  bin: string
  /** Runs one of its programs, and returns what it prints. */
  ask(
    command: 'scontrol' | 'scancel' | 'squeue' | 'sinfo' | 'srun',
    ...args: readonly string[]
  ): string
  /** Keeps new jobs waiting, or lets them go on. */
  setRoom(hasRoom: boolean): void
  /** What the queue says of its jobs, anyone who they belong to. */
  queue(): string
  stop(): Promise<void>
}>

/** One node is called localhost, as a client can reach it by that name; several are n1, n2 …, which no resolver knows. */
const namesOf = (nodes: number): readonly string[] =>
  nodes === 1 ? ['localhost'] : Array.from({ length: nodes }, (_, i) => `n${i + 1}`)

/** Slurm sorts nodes by name. A server that spans them is reached on the first, so that is what this computer is called. */
export const reachedNodes: readonly string[] = [hostname(), 'zz2', 'zz3']

/** Jobs of the partition `urgent` preempt those of `gpu`. */
export async function startSlurm(
  folder: string,
  nodes = 1,
  names = namesOf(nodes),
): Promise<SlurmCluster> {
  const own = path.join(folder, 'slurm')
  for (const name of ['state', 'spool', 'munge', 'bin'])
    mkdirSync(path.join(own, name), { recursive: true })
  const key = path.join(own, 'munge', 'key')
  writeFileSync(key, randomBytes(64), { mode: 0o600 })
  const configFile = path.join(own, 'slurm.conf')
  const controllerPort = await freePort()
  const placed = await Promise.all(names.map(async (name) => ({ name, port: await freePort() })))
  writeFileSync(configFile, configText(own, controllerPort, placed))
  const env = { ...process.env, SLURM_CONF: configFile }
  const daemons = [
    start(
      '/usr/sbin/munged',
      ['--force', '--foreground', ...mungeFiles(path.join(own, 'munge'))],
      env,
    ),
    start('/usr/sbin/slurmctld', ['-D', '-f', configFile], env),
    ...names.map((name) => start('/usr/sbin/slurmd', ['-D', '-N', name, '-f', configFile], env)),
  ]
  const bin = path.join(own, 'bin')
  for (const name of ['sbatch', 'srun', 'squeue', 'scancel', 'sacct', 'sinfo']) {
    const words = shellText(['env', `SLURM_CONF=${configFile}`, `/usr/bin/${name}`])
    writeFileSync(path.join(bin, name), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 })
  }
  const ask = (command: string, ...args: readonly string[]) =>
    spawnSync(`/usr/bin/${command}`, args, { env, encoding: 'utf8' }).stdout.trim()
  await until(() => ask('sinfo', '-h', '-p', 'gpu', '-o', '%D %t') === `${nodes} idle`, own)
  return {
    bin,
    ask,
    setRoom: (hasRoom) =>
      void ask('scontrol', 'update', 'PartitionName=gpu', `State=${hasRoom ? 'UP' : 'DOWN'}`),
    queue: () => ask('squeue', '-h', '-o', '%j %T'),
    async stop() {
      ask('scancel', '--partition=gpu')
      await until(() => ask('squeue', '-h') === '', own)
      for (const daemon of daemons.reverse()) await end(daemon)
    },
  }
}

type PlacedNode = Readonly<{ name: string; port: number }>

function configText(own: string, controllerPort: number, nodes: readonly PlacedNode[]): string {
  const named = nodes.map(({ name }) => name).join(',')
  const within = (name: string) => path.join(own, name)
  return [
    ...['ClusterName=kneepoint', `SlurmctldHost=localhost`, 'SlurmUser=root'],
    ...[`SlurmctldPort=${controllerPort}`, 'AuthType=auth/munge'],
    ...[`AuthInfo=socket=${within('munge/socket')}`, `StateSaveLocation=${within('state')}`],
    ...[`SlurmdSpoolDir=${within('spool')}/%n`, `SlurmctldPidFile=${within('controller.pid')}`],
    ...[`SlurmdPidFile=${within('node-%n.pid')}`, `SlurmctldLogFile=${within('controller.log')}`],
    ...[`SlurmdLogFile=${within('node-%n.log')}`, 'ProctrackType=proctrack/linuxproc'],
    ...['TaskPlugin=task/none', 'SelectType=select/cons_tres', 'SelectTypeParameters=CR_Core'],
    ...['AccountingStorageType=accounting_storage/none', 'JobAcctGatherType=jobacct_gather/none'],
    ...['MpiDefault=none', 'ReturnToService=2', 'KillWait=5', 'SchedulerParameters=bf_interval=1'],
    ...['PreemptType=preempt/partition_prio', 'PreemptMode=CANCEL'],
    ...nodes.map(
      ({ name, port }) =>
        `NodeName=${name} NodeHostname=localhost NodeAddr=127.0.0.1 Port=${port} CPUs=${cpus().length}`,
    ),
    `PartitionName=gpu Nodes=${named} Default=YES MaxTime=INFINITE State=UP PriorityTier=1`,
    `PartitionName=urgent Nodes=${named} MaxTime=INFINITE State=UP PriorityTier=2 PreemptMode=OFF`,
    '',
  ].join('\n')
}

function mungeFiles(folder: string): string[] {
  return [
    ...[`--key-file=${folder}/key`, `--socket=${folder}/socket`, `--pid-file=${folder}/pid`],
    ...[`--log-file=${folder}/log`, `--seed-file=${folder}/seed`],
  ]
}

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(program, args, { stdio: 'ignore', env })
}

async function end(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return
  daemon.kill('SIGTERM')
  const gone = once(daemon, 'exit')
  const timer = setTimeout(() => daemon.kill('SIGKILL'), 5000)
  await gone
  clearTimeout(timer)
}

async function until(holds: () => boolean, own: string): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (holds()) return
    await delay(200)
  }
  const log = path.join(own, 'controller.log')
  throw new Error(
    `Slurm does not settle: ${existsSync(log) ? readFileSync(log, 'utf8') : 'no log'}`,
  )
}
