// Samples the GPUs of a host, once or a few times per second, with one nvidia-smi process that runs there during the run.
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type Text, textOf } from '#core/messages/message.ts'
import {
  type GpuFilter,
  type GpuLine,
  gpuLineReader,
  gpuSampleFields,
} from '#core/telemetry/gpu-sample.ts'
import { amdGpusScript } from '#core/telemetry/amd-gpus.ts'
import { hostClock } from '#core/telemetry/clock-fit.ts'
import { lineSplitter } from '#core/vllm/log/log-line.ts'
import type { Host, RunningProgram } from '#node/remote/host.ts'
import type { SamplerInput } from './sample-server.ts'

export type GpuPlace = Readonly<{ host: Host; isUsed: GpuFilter }>

/** Delay before reconnecting. */
const betweenTriesMs = 2000

/** Never rejects. */
export async function sampleGpus(
  { host, isUsed }: GpuPlace,
  sampling: SamplerInput,
): Promise<void> {
  const { onSample, onProblem, signal } = sampling
  let seen = 0
  while (!signal.aborted) {
    const end = await follow(host, sampling, (line, atEpochMs) => {
      if (!isUsed(line)) return
      seen += 1
      onSample({ kind: 'gpu', label: String(line.index) }, { atEpochMs, values: line.values })
    })
    if (signal.aborted) break
    if (end.isForGood || seen === 0) return onProblem(end.problem)
    await delay(betweenTriesMs, undefined, { signal }).catch(() => undefined)
  }
  if (seen === 0) onProblem(`nvidia-smi on ${host.name} reported nothing about the server's GPUs.`)
}

type End = Readonly<{ problem: Text; isForGood: boolean }>
type OnLine = (line: GpuLine, atEpochMs: number) => void

async function follow(host: Host, sampling: SamplerInput, onLine: OnLine): Promise<End> {
  try {
    const argv = ['sh', '-c', gpuScript, 'kneepoint', String(sampling.everyMs)]
    const program = await host.start({ argv })
    const said = buffer(program.stderr).catch(() => Buffer.alloc(0))
    await readLines(program, sampling, onLine)
    const { code } = await program.ended
    const [reason = `nvidia-smi ended with code ${code}.`] = linesOf(await said)
    return { problem: `${host.name}: ${reason}`, isForGood: true }
  } catch (error) {
    return { problem: textOf(error), isForGood: false }
  }
}

async function readLines(
  { stdin, stdout, kill }: RunningProgram,
  { now, signal }: SamplerInput,
  onLine: OnLine,
): Promise<void> {
  const splitter = lineSplitter()
  const read = gpuLineReader()
  const clock = hostClock()
  // A program that ends early does not read its input, which is empty.
  stdin.on('error', () => undefined)
  stdin.end()
  if (signal.aborted) kill()
  signal.addEventListener('abort', kill, { once: true })
  try {
    for await (const piece of stdout.setEncoding('utf8')) {
      for (const line of splitter.add(String(piece)).map(read)) {
        if (line !== null) onLine(line, clock(line.hostMs, now()))
      }
    }
  } finally {
    signal.removeEventListener('abort', kill)
  }
}

function linesOf(text: Buffer): string[] {
  return text
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '')
}

/** Makes nvidia-smi print samples until it ends. `exec`, so that ending the script ends nvidia-smi. */
const gpuScript = `
${amdGpusScript}
if ! command -v nvidia-smi >/dev/null 2>&1; then
  while said=$(amd_gpus /sys) && [ -n "$said" ]; do
    printf '%s\\n' "$said"
    sleep "$(($1 / 1000)).$(($1 % 1000 / 100))" 2>/dev/null || sleep 1
  done
  echo 'nvidia-smi is not installed, and /sys lists no GPU of AMD.' >&2; exit 127
fi
for fields in ${gpuSampleFields.map((fields) => fields.join(',')).join(' ')}; do
  said=$(nvidia-smi "--query-gpu=$fields" --format=csv,nounits 2>&1) &&
    exec nvidia-smi "--query-gpu=$fields" --format=csv,nounits -lms "$1"
done
printf '%s\\n' "$said" >&2
exit 1
`
