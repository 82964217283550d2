// Jobs of clusters whose Slurm programs are wrapped, greet, warn, or are missing; stand-ins answer in their place.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { launchSchema } from '#core/model/launch.ts'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { readStatus } from '#node/remote/launch/launch-folder.ts'
import { startJob, stopJob } from '#node/remote/launch/slurm-job.ts'
import { localHost } from '#node/remote/local-host.ts'
import { temporaryFolder } from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Programs = Readonly<Record<string, string>>

const running = `case "$*" in *' -j 4711 '*) [ -e cancelled ] || echo 'RUNNING;node1;None' ;; *) exit 1 ;; esac`
const usual: Programs = { squeue: running, scancel: 'case "$*" in *4711*) : >cancelled ;; esac' }
let count = 0

function cluster(programs: Programs) {
  count += 1
  const home = path.join(folder, `home-${count}`)
  const id = `tiny-${count}`
  const place = path.join(home, '.local/share/kneepoint/launches', id)
  mkdirSync(place, { recursive: true })
  mkdirSync(path.join(home, 'bin'))
  for (const [name, text] of Object.entries({ ...usual, ...programs })) {
    const file = path.join(home, 'bin', name)
    writeFileSync(file, `#!/bin/sh\ncd '${home}'\necho "${name} $*" >>calls\n${text}\n`)
    chmodSync(file, 0o755)
  }
  const profile = { name: 'tiny', config: { model: 'org/tiny', flags: {} }, job: {} }
  const launch = launchSchema.parse({
    ...{ id, createdAtEpochMs: 0, port: 8000, command: 'vllm serve org/tiny' },
    profile: launchProfileSchema.parse(profile),
  })
  writeFileSync(path.join(place, 'launch.json'), JSON.stringify(launch))
  const host = localHost({ HOME: home, PATH: `${home}/bin:/usr/bin:/bin` })
  return {
    host,
    launch,
    start: () => startJob(host, place, launch),
    stop: () => stopJob(host, launch, { patienceS: 0 }),
    status: () => readStatus(host, id),
    isCancelled: () => existsSync(path.join(home, 'cancelled')),
    isThere: () => existsSync(place),
    calls: () => readFileSync(path.join(home, 'calls'), 'utf8'),
    jobFile: () => readFileSync(path.join(place, 'job'), 'utf8'),
  }
}

test.each([
  { said: '4711', number: '4711' },
  { said: '4711;tetralith', number: '4711;tetralith' },
  { said: 'Submitted batch job 4711', number: '4711' },
  { said: 'Submitted batch job 4711 on cluster tetralith', number: '4711' },
  { said: '\n---\n   Welcome to 2 Supercomputers \n---\n--> 1 host...OK\n4711', number: '4711' },
  { said: '4711\r', number: '4711' },
  { said: '12 projects\n  4711  \nsbatch: balance 93 %', number: '4711' },
])('the number in $said is $number', async ({ said, number }) => {
  const job = cluster({ sbatch: `cat <<'END'\n${said}\nEND` })
  await job.start()
  expect(job.jobFile()).toBe(`${number}\n`)
  expect(await job.status()).toMatchObject({ job: { id: '4711', state: 'RUNNING' } })
  expect(await job.stop()).toMatchObject({ leftovers: [] })
  expect(job.isCancelled()).toBe(true)
  const [, name] = number.split(';')
  if (name !== undefined) expect(job.calls()).toContain(`scancel --clusters=${name} `)
})

test('a number that sbatch does not print is looked up by the name of the job', async () => {
  const named = `case "$*" in *'-n kneepoint-tiny-'*) echo 4711 ;; *) ${running} ;; esac`
  const job = cluster({ sbatch: 'echo Welcome', squeue: named })
  await job.start()
  expect(job.jobFile()).toBe('4711\n')
})

test('a job without a number is cancelled by its name, and nothing of it is kept', async () => {
  const job = cluster({ sbatch: 'echo Welcome; echo to the queue', scancel: ': >cancelled' })
  await expect(job.start()).rejects.toMatchObject({
    message: expect.stringMatching(
      /printed no job number.*It printed:\nWelcome\nto the queue/s,
    ) as string,
    remedy: expect.stringContaining(`squeue --name=kneepoint-${job.launch.id}`) as string,
  })
  expect(job.calls()).toContain(`scancel --name=kneepoint-${job.launch.id}\n`)
  expect(job.isThere()).toBe(false)
})

test('a refused job keeps neither secrets nor folder, and the reason of sbatch is shown', async () => {
  const job = cluster({ sbatch: 'echo "sbatch: error: invalid account" >&2; exit 1' })
  await expect(job.start()).rejects.toThrow('invalid account')
  expect(job.isThere()).toBe(false)
})

describe('a job that Slurm says little of', () => {
  const sbatch = 'echo 4711'

  test('warnings of squeue are no state', async () => {
    const warn = 'echo "squeue: warning; slow; controller"; echo "CLUSTER: one"'
    const job = cluster({ sbatch, squeue: `${warn}; ${running}` })
    await job.start()
    expect(await job.status()).toMatchObject({ job: { state: 'RUNNING', node: 'node1' } })
  })

  test('accounts that greet are read', async () => {
    const sacct = 'echo "Welcome | to accounts"; echo "CANCELLED by 1000|node1"'
    const job = cluster({ sbatch, squeue: 'echo "Invalid job id specified" >&2; exit 1', sacct })
    await job.start()
    expect(await job.status()).toMatchObject({ isServerAlive: false, job: { state: 'CANCELLED' } })
  })

  test('a cluster without accounts has forgotten it', async () => {
    const job = cluster({ sbatch, squeue: 'exit 0' })
    await job.start()
    expect(await job.status()).toMatchObject({ isServerAlive: false, job: { state: '' } })
  })

  test('a stop that Slurm does not confirm is no stop', async () => {
    const job = cluster({ sbatch, squeue: 'echo "PENDING;;Priority"', scancel: 'exit 1' })
    await job.start()
    await expect(
      stopJob(job.host, job.launch, { patienceS: 0, longestCancelS: 0 }),
    ).rejects.toThrow('Slurm does not confirm that job 4711 ended: its state is PENDING.')
  })

  test('a job whose number was lost is not called stopped', async () => {
    const job = cluster({ sbatch, squeue: 'exit 1' })
    await job.start()
    writeFileSync(
      path.join(folder, `home-${count}/.local/share/kneepoint/launches`, job.launch.id, 'job'),
      'Welcome\n',
    )
    await expect(job.stop()).rejects.toThrow(`The number of the job of ${job.launch.id} is unknown`)
  })
})
