// Parses a host's report into facts. The report is text in sections, each with its own header line, so that a missing
// tool leaves one empty section and noise from the shell precedes all sections.
import { parsedJson } from '#core/base/parsed-json.ts'
import { message, type Text } from '#core/messages/message.ts'
import {
  type ContainerFacts,
  type GpuProcess,
  type HostFacts,
  type Installation,
  installationSchema,
} from '#core/model/host-facts.ts'
import { cudaVersionIn, gpuProcessesIn, gpusIn } from '../telemetry/nvidia-smi.ts'
import type { GpuFilter } from '../telemetry/gpu-sample.ts'

export const sectionMark = '@@kneepoint '

const escape = String.fromCharCode(27)

export function reportSections(report: string): ReadonlyMap<string, string> {
  const [, ...sections] = report.split(new RegExp(`^${sectionMark}`, 'm'))
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n')
      return [section.slice(0, end).trim(), section.slice(end + 1)]
    }),
  )
}

export function hostFacts(report: string, takenAtEpochMs: number): HostFacts {
  const sections = reportSections(report)
  const section = (name: string) => sections.get(name)?.trim() ?? ''
  const gpus = gpusIn(section('gpus'))
  const [cachePath = ''] = section('cache-path').split('\n')
  return {
    takenAtEpochMs,
    hostname: section('hostname'),
    user: section('user'),
    system: section('system'),
    ...processorFacts(section('cpu'), section('load')),
    ...memoryFacts(section('memory')),
    modelCache: { path: cachePath, ...diskFacts(section('disk')) },
    cachedModels: linesOf(section('models')).flatMap((folder) => modelId(folder) ?? []),
    gpus,
    gpuProblem: gpus.length > 0 ? null : gpuProblem(section('gpus')),
    cudaVersion: cudaVersionIn(section('cuda')),
    gpuTopology: withoutStyle(section('topology')).trim() || null,
    gpuProcesses: gpuProcessesIn(section('gpu-processes'), ownersIn(section('owners'))),
    hasSlurm: section('slurm') !== '',
    installations: linesOf(section('installations')).flatMap((line) => installationIn(line) ?? []),
  }
}

function processorFacts(cpuinfo: string, load: string) {
  const count = linesOf(cpuinfo).filter((line) => /^processor\s*:/.test(line)).length
  return {
    cpuName: /^(?:model name|Model)\s*:\s*(.+)$/m.exec(cpuinfo)?.[1] ?? null,
    cpuCount: count === 0 ? null : count,
    load1: firstNumber(load),
  }
}

function memoryFacts(meminfo: string) {
  return {
    memoryTotalMiB: kibibytes(/^MemTotal:\s*(\d+) kB/m.exec(meminfo)?.[1]),
    memoryAvailableMiB: kibibytes(/^MemAvailable:\s*(\d+) kB/m.exec(meminfo)?.[1]),
  }
}

/** Columns of `df -P -k`: file system, blocks, used, available, share, mount point. */
function diskFacts(df: string) {
  const [, , total, , free] = /^(\S+)\s+(\d+)\s+(\d+)\s+(\d+)\s/m.exec(df) ?? []
  return { totalMiB: kibibytes(total), freeMiB: kibibytes(free) }
}

/** `models--org--name` is `org/name`. */
function modelId(folder: string): string | null {
  const [, id] = /^models--(.+?)\/?$/.exec(folder) ?? []
  return id === undefined ? null : id.replace('--', '/')
}

/** nvidia-smi underlines the header of its table even outside a terminal. */
function withoutStyle(text: string): string {
  return text.replaceAll(new RegExp(`${escape}\\[[\\d;]*m`, 'g'), '')
}

function gpuProblem(said: string): Text {
  return said === '' ? message('hosts.noNvidiaSmi') : (linesOf(said)[0] ?? said)
}

function ownersIn(text: string): ReadonlyMap<number, string> {
  const pairs = linesOf(text).map((line) => line.split(/\s+/))
  return new Map(pairs.map(([pid = '', owner = '']) => [Number(pid), owner]))
}

/** Columns: kind, version (`-` if unknown), path. */
function installationIn(line: string): Installation | null {
  const [, kind, version, place] = /^(\S+) (\S+) (.+)$/.exec(line) ?? []
  const reported = { kind, version: version === '-' ? null : version, place }
  return installationSchema.safeParse(reported).data ?? null
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function kibibytes(text: string | undefined): number | null {
  return text === undefined ? null : Math.round(Number(text) / 1024)
}

function firstNumber(text: string): number | null {
  const value = Number.parseFloat(text)
  return Number.isNaN(value) ? null : value
}

/** Container facts from a host's report in sections. */
export function containerFactsIn(report: string): ContainerFacts {
  const sections = reportSections(report)
  const section = (name: string) => sections.get(name)?.trim() ?? ''
  return {
    problem: section('problem') || null,
    isImageThere: section('image') !== '',
    registryProblem: section('refusal') || null,
    downloadMiB: downloadMiB(section('manifest'), section('architecture')),
    freeMiB: section('disk') === '' ? null : Number(section('disk')),
    canGiveGpus: section('gpus') !== '',
  }
}

type Manifest = Readonly<{
  Descriptor?: Readonly<{ platform?: Readonly<{ architecture?: string }> }>
  SchemaV2Manifest?: Layers
  OCIManifest?: Layers
}>
type Layers = Readonly<{ layers?: readonly Readonly<{ size?: number }>[] }>

/** `docker manifest inspect --verbose` prints one manifest, or one per processor architecture. */
function downloadMiB(text: string, architecture: string): number | null {
  const manifests = [parsedJson(text) as Manifest | readonly Manifest[] | undefined].flat()
  const wanted =
    manifests.find((one) => one?.Descriptor?.platform?.architecture === architecture) ??
    manifests[0]
  const layers = (wanted?.SchemaV2Manifest ?? wanted?.OCIManifest)?.layers
  if (layers === undefined) return null
  return Math.round(layers.reduce((bytes, { size = 0 }) => bytes + size, 0) / 1024 ** 2)
}

/** Facts for finding other processes that hold GPU memory of an ended server; they are never ended automatically. */
type GpuReport = Pick<HostFacts, 'gpus' | 'gpuProcesses'>

export function gpuUsers({ gpus, gpuProcesses }: GpuReport, isUsed: GpuFilter): GpuProcess[] {
  const uuids = new Set(gpus.filter(isUsed).map(({ uuid }) => uuid))
  return gpuProcesses.filter(({ gpuUuid }) => uuids.has(gpuUuid))
}

/** `root: VLLM::EngineCore (4242), 71890 MiB` */
export function gpuUserText({ owner, name, pid, memoryUsedMiB }: GpuProcess): string {
  const memory = memoryUsedMiB === null ? '' : `, ${memoryUsedMiB} MiB`
  return `${owner ?? '?'}: ${name} (${pid})${memory}`
}
