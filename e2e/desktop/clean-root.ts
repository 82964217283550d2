// A Debian of its own folder, with nothing but its essential packages, in which a package is installed and started.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { onThePath } from '../../scripts/executables.ts'
import { devToolsOf } from './dev-tools.ts'

/** The reason why there can be none here; null if there can. */
export function missingForCleanRoot(): string | null {
  if (process.getuid?.() !== 0) return 'only root can make a root of its own'
  return onThePath('mmdebstrap') === null ? 'mmdebstrap not installed' : null
}

/** Resolves when a package is installed in a new one, with what it depends on. */
export function installInCleanRoot(root: string, packageFile: string): void {
  const sources = readdirSync('/etc/apt/sources.list.d').map(
    (name) => `/etc/apt/sources.list.d/${name}`,
  )
  const suite = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''
  run('mmdebstrap', [
    '--variant=minbase',
    // How packages are downloaded here, proxies included.
    ...settingsOfApt().map((file) => `--aptopt=${file}`),
    `--customize-hook=copy-in ${packageFile} /tmp`,
    `--customize-hook=chroot "$1" apt-get install -y --no-install-recommends /tmp/${path.basename(packageFile)}`,
    ...[suite, root, ...sources],
  ])
}

export function inRoot(root: string, command: readonly string[]): void {
  run('chroot', [root, ...command])
}

/** Starts a program there as a user without rights. Resolves to the address of its DevTools when its window is loaded. */
export async function startInRoot(
  root: string,
  { display, command }: Readonly<{ display: string; command: readonly string[] }>,
): Promise<Readonly<{ devTools: string; program: ChildProcess }>> {
  const home = '/tmp/home'
  rmSync(path.join(root, home), { recursive: true, force: true })
  mkdirSync(path.join(root, home))
  // Gone with the program: the mounts are its own.
  const mounts = [
    ...['/proc', '/dev', '/dev/shm', '/tmp/.X11-unix'].map(
      (place) => `mkdir -p ${root}${place} && mount --bind ${place} ${root}${place}`,
    ),
    `chown 65534:65534 ${root}${home}`,
  ].join(' && ')
  const program = spawn(
    'unshare',
    [
      ...['--mount', 'sh', '-c', `${mounts} && exec chroot --userspec=65534:65534 "$@"`, 'sh'],
      ...[root, 'env', `HOME=${home}`, `DISPLAY=${display}`, ...command],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  return { devTools: await devToolsOf(program.stderr), program }
}

function settingsOfApt(): string[] {
  const folder = '/etc/apt/apt.conf.d'
  const files = readdirSync(folder).map((name) => path.join(folder, name))
  return files.filter((file) => /^\s*Acquire/m.test(readFileSync(file, 'utf8')))
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`)
}
