// A host whose nvidia-smi keeps power limits as a driver does, and whose sudo allows what a test says.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type PowerRight = 'root' | 'sudo' | 'none'

export type PowerGpus = Readonly<{
  /** To come first on the PATH. */
  bin: string
  /** Who may set a limit. */
  allow(right: PowerRight): void
  /** In W, of the GPU that launches use. */
  limit(): string
  /** Limits set so far, in their order. */
  changes(): string[]
}>

const uuid = 'GPU-a3f7e8d2-11c9-4b6a-8e0d-5c4b3a291807'

/** `recorded` is the nvidia-smi for everything but power limits. */
export function powerGpus(folder: string, recorded: string): PowerGpus {
  const bin = path.join(folder, 'power-bin')
  const file = (name: string) => path.join(folder, name)
  mkdirSync(bin)
  writeFileSync(file('limit'), '700.00')
  writeFileSync(file('changes'), '')
  const write = (name: string, script: string) =>
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  write(
    'nvidia-smi',
    `case "$*" in
*" -pl "*)
  [ "$AS_ROOT$(cat ${file('right')})" = yessudo ] || [ "$(cat ${file('right')})" = root ] ||
    { echo 'Changing the power management limit is not permitted: Insufficient Permissions'; exit 4; }
  [ "$2" = 1 ] || [ "$2" = ${uuid} ] || { echo 'No devices were found'; exit 6; }
  printf %s "$4" >${file('limit')}
  echo "$4" >>${file('changes')} ;;
*power.min_limit*) echo "${uuid}, $(cat ${file('limit')}), 200.00, 700.00" ;;
*) exec ${recorded} "$@" ;;
esac`,
  )
  write('sudo', `[ "$1" = -n ] || exit 1\nshift\nAS_ROOT=yes exec "$@"`)
  const gpus: PowerGpus = {
    bin,
    allow: (right) => writeFileSync(file('right'), right),
    limit: () => readFileSync(file('limit'), 'utf8'),
    changes: () =>
      readFileSync(file('changes'), 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
  }
  gpus.allow('root')
  return gpus
}
