// A real Kubernetes on this computer – etcd, API server, controllers, scheduler, and a kubelet with containerd per node – that
// exists for one test file. Its programs are in the folder named by KNEEPOINT_KUBERNETES (build-kubernetes.sh creates it).
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../../../tests/remote/ssh-daemon.ts'

const programFolder = process.env['KNEEPOINT_KUBERNETES']
const programs = [
  ...['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kubectl'],
  ...['busybox', 'cni/bridge', 'cni/host-local', 'cni/loopback'],
]
const containerd = '/usr/bin/containerd'

/** Reason shown for tests that are skipped without it. */
export const missingKubernetes = whyMissing()

function whyMissing(): string | null {
  if (programFolder === undefined) return 'KNEEPOINT_KUBERNETES names no folder with its programs'
  const missing = programs.find((name) => !existsSync(path.join(programFolder, name)))
  if (missing !== undefined) return `${programFolder} has no ${missing}`
  if (!existsSync(containerd)) return 'containerd is not installed (apt-get install containerd)'
  return userInfo().uid === 0 ? null : 'only root can start a node'
}

export type KubernetesCluster = Readonly<{
  /** Contexts `test` of an administrator and `guest` of a user without permissions. */
  kubeconfig: string
  adminToken: string
  /** An address of this computer that pods can reach. */
  hostAddress: string
  ask(...args: readonly string[]): string
  /** Kills a node's kubelet and containerd, with everything that it runs. */
  killNode(number: number): Promise<void>
  stop(): Promise<void>
}>

export type NodeImage = Readonly<{ name: string; archive: string }>

export async function startKubernetes(
  folder: string,
  { nodes, images }: Readonly<{ nodes: number; images: readonly NodeImage[] }>,
): Promise<KubernetesCluster> {
  const own = path.join(folder, 'kubernetes')
  const within = (name: string) => path.join(own, name)
  mkdirSync(own, { recursive: true })
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()]
  const adminToken = 'admin-token-0123456789abcdef'
  const guestToken = 'guest-token-0123456789abcdef'
  writeFileSync(
    within('tokens.csv'),
    `${adminToken},admin,1,system:masters\n${guestToken},guest,2\n`,
  )
  execFileSync('openssl', ['genrsa', '-out', within('accounts.key'), '2048'], { stdio: 'ignore' })
  const daemons: Daemon[] = []
  const run = (name: string, ...words: readonly string[]) => {
    const daemon = startDaemon(programIn(name), words, within(`${path.basename(name)}.log`))
    daemons.push(daemon)
    return daemon
  }
  const etcd = `http://127.0.0.1:${etcdPort}`
  const peer = `http://127.0.0.1:${peerPort}`
  run(
    'etcd',
    ...['--data-dir', within('etcd'), '--log-level', 'error'],
    ...['--listen-client-urls', etcd, '--advertise-client-urls', etcd],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `default=${peer}`],
  )
  run(
    'kube-apiserver',
    ...[`--etcd-servers=${etcd}`, '--bind-address=127.0.0.1', `--secure-port=${port}`],
    ...[`--cert-dir=${within('certificates')}`, '--authorization-mode=RBAC'],
    ...[`--token-auth-file=${within('tokens.csv')}`, '--service-cluster-ip-range=10.96.0.0/16'],
    ...['--service-account-issuer=https://kubernetes.default.svc'],
    ...[`--service-account-key-file=${within('accounts.key')}`],
    ...[`--service-account-signing-key-file=${within('accounts.key')}`],
    '--kubelet-preferred-address-types=InternalIP',
  )
  const kubeconfig = within('config')
  await until(() => existsSync(within('certificates/apiserver.crt')), own)
  const ca = readFileSync(within('certificates/apiserver.crt')).toString('base64')
  writeFileSync(kubeconfig, kubeconfigText(port, ca, { test: adminToken, guest: guestToken }))
  const ask = (...args: readonly string[]) => {
    const words = ['--kubeconfig', kubeconfig, ...args]
    const { status, stdout, stderr } = spawnSync(programIn('kubectl'), words, { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return stdout.trim()
  }
  await until(() => ask('get', '--raw', '/readyz') === 'ok', own)
  const leads = [`--kubeconfig=${kubeconfig}`, '--leader-elect=false', '--bind-address=127.0.0.1']
  run(
    'kube-controller-manager',
    ...leads,
    `--secure-port=${await freePort()}`,
    `--service-account-private-key-file=${within('accounts.key')}`,
    ...['--node-monitor-grace-period=10s', '--node-monitor-period=1s'],
  )
  run('kube-scheduler', ...leads, `--secure-port=${await freePort()}`)
  const started: Awaited<ReturnType<typeof startNode>>[] = []
  for (let number = 1; number <= nodes; number++) {
    started.push(await startNode(within(`node-${number}`), { number, kubeconfig, images }))
  }
  await until(() => (ask('get', 'nodes').match(/ Ready /g) ?? []).length === nodes, own)
  await until(() => ask('get', 'serviceaccount', 'default') !== '', own)
  return {
    ...{ kubeconfig, adminToken, hostAddress: '10.208.1.1', ask },
    killNode: async (number) => started[number - 1]?.stop(),
    async stop() {
      ask('delete', 'jobs,pods', '--all', '--all-namespaces', '--grace-period=1', '--timeout=60s')
      for (const node of started) await node.stop()
      for (const daemon of daemons.reverse()) await daemon.end()
    },
  }
}

type NodeSettings = Readonly<{ number: number; kubeconfig: string; images: readonly NodeImage[] }>

async function startNode(own: string, { number, kubeconfig, images }: NodeSettings) {
  const within = (name: string) => path.join(own, name)
  mkdirSync(within('cni'), { recursive: true })
  const socket = within('containerd.sock')
  const bridge = `knpt-test-${number}`
  const address = `10.208.${number}.1`
  // The gateway of its pods is also the address of the node, which may not be loopback.
  execFileSync('ip', ['link', 'add', bridge, 'type', 'bridge'])
  execFileSync('ip', ['address', 'add', `${address}/24`, 'dev', bridge])
  execFileSync('ip', ['link', 'set', bridge, 'up'])
  writeFileSync(within('containerd.toml'), containerdConfig(own, socket))
  const network = { bridge, subnet: `10.208.${number}.0/24` }
  writeFileSync(within('cni/10-bridge.conflist'), networkConfig(network, within('addresses')))
  const runtime = startDaemon(containerd, ['-c', within('containerd.toml')], within('runtime.log'))
  const ctr = (...words: readonly string[]) =>
    spawnSync('/usr/bin/ctr', ['-a', socket, '-n', 'k8s.io', ...words], { encoding: 'utf8' })
  await until(() => ctr('version').status === 0, own)
  for (const { archive } of images) {
    const { status, stderr } = ctr('images', 'import', archive)
    if (status !== 0) throw new Error(stderr)
  }
  const config = within('kubelet.json')
  writeFileSync(config, JSON.stringify(await kubeletConfig(own, { socket, address, number })))
  const kubelet = startDaemon(
    programIn('kubelet'),
    [
      ...['--config', config, '--kubeconfig', kubeconfig, '--root-dir', within('kubelet')],
      ...[`--hostname-override=n${number}`, `--node-ip=${address}`, `--cert-dir=${within('pki')}`],
    ],
    within('kubelet.log'),
  )
  return {
    async stop() {
      await kubelet.end()
      const tasks = ctr('tasks', 'ls', '-q').stdout.split('\n').filter(Boolean)
      for (const task of tasks) ctr('tasks', 'rm', '--force', task)
      const left = ctr('containers', 'ls', '-q').stdout.split('\n').filter(Boolean)
      if (left.length > 0) ctr('containers', 'rm', ...left)
      await runtime.end()
      const mounts = readFileSync('/proc/mounts', 'utf8')
        .split('\n')
        .flatMap((line) => line.split(' ')[1] ?? [])
      for (const mount of mounts.filter((each) => each.startsWith(own)).reverse()) {
        spawnSync('umount', ['--lazy', mount])
      }
      spawnSync('ip', ['link', 'delete', bridge])
      rmSync(own, { recursive: true, force: true })
    },
  }
}

function containerdConfig(own: string, socket: string): string {
  const text = (value: string) => JSON.stringify(value)
  return [
    'version = 2',
    `root = ${text(path.join(own, 'root'))}`,
    `state = ${text(path.join(own, 'state'))}`,
    '[grpc]',
    `address = ${text(socket)}`,
    '[plugins."io.containerd.grpc.v1.cri"]',
    'sandbox_image = "docker.io/library/kneepoint-pause:1"',
    // A virtual machine may lack the capability to lower it.
    'restrict_oom_score_adj = true',
    '[plugins."io.containerd.grpc.v1.cri".cni]',
    `bin_dir = ${text(path.join(programFolder ?? '', 'cni'))}`,
    `conf_dir = ${text(path.join(own, 'cni'))}`,
    '',
  ].join('\n')
}

function networkConfig(
  { bridge, subnet }: Readonly<{ bridge: string; subnet: string }>,
  dataDir: string,
): string {
  const ipam = {
    type: 'host-local',
    dataDir,
    ranges: [[{ subnet }]],
    routes: [{ dst: '0.0.0.0/0' }],
  }
  const plugins = [{ type: 'bridge', bridge, isGateway: true, ipMasq: false, ipam }]
  return JSON.stringify({ cniVersion: '0.4.0', name: bridge, plugins })
}

/** Nodes share the disk of this computer, which may be nearly full. */
async function kubeletConfig(
  own: string,
  { socket, address, number }: Readonly<{ socket: string; address: string; number: number }>,
) {
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
    authorization: { mode: 'AlwaysAllow' },
    address,
    port: await freePort(),
    healthzPort: 0,
    readOnlyPort: 0,
    cgroupDriver: 'cgroupfs',
    cgroupRoot: cgroupOf(number),
    enforceNodeAllocatable: [],
    containerRuntimeEndpoint: `unix://${socket}`,
    podLogsDir: path.join(own, 'logs'),
    failSwapOn: false,
    makeIPTablesUtilChains: false,
    nodeStatusUpdateFrequency: '2s',
    fileCheckFrequency: '1s',
    syncFrequency: '5s',
    evictionHard: { 'memory.available': '50Mi', 'nodefs.available': '1%' },
  }
}

/** Two kubelets cannot share one. */
function cgroupOf(number: number): string {
  const name = `/kneepoint-test-${number}`
  const trees = readFileSync('/proc/mounts', 'utf8').matchAll(/^\S+ (\S+) cgroup2? /gm)
  for (const [, tree = ''] of trees) mkdirSync(path.join(tree, name), { recursive: true })
  for (const setting of ['cpuset.cpus', 'cpuset.mems']) {
    const [whole, part] = ['', name].map((at) => path.join(`/sys/fs/cgroup/cpuset${at}`, setting))
    if (whole !== undefined && part !== undefined && existsSync(whole)) {
      writeFileSync(part, readFileSync(whole))
    }
  }
  return name
}

function kubeconfigText(
  port: number,
  ca: string,
  tokens: Readonly<Record<string, string>>,
): string {
  const names = Object.keys(tokens)
  const cluster = { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': ca }
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': names[0],
    clusters: [{ name: 'here', cluster }],
    users: names.map((name) => ({ name, user: { token: tokens[name] } })),
    contexts: names.map((name) => ({ name, context: { cluster: 'here', user: name } })),
  })
}

function programIn(name: string): string {
  return path.join(programFolder ?? '', name)
}

type Daemon = Readonly<{ process: ChildProcess; end(): Promise<void> }>

function startDaemon(program: string, words: readonly string[], log: string): Daemon {
  const file = openSync(log, 'a')
  const child = spawn(program, words, { stdio: ['ignore', file, file] })
  closeSync(file)
  return {
    process: child,
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 8000)
      await gone
      clearTimeout(timer)
    },
  }
}

async function until(holds: () => boolean, own: string): Promise<void> {
  let last: unknown = null
  for (let attempt = 0; attempt < 240; attempt++) {
    try {
      if (holds()) return
    } catch (error) {
      last = error
    }
    await delay(500)
  }
  throw new Error(`Kubernetes does not settle; its logs are in ${own}`, { cause: last })
}
