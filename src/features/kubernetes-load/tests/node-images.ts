// Images for a node, built without a registry: the pause image, one with a shell and Node, two that also have a load generator
// (ours and another one), one without Node, and one with neither.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { imageGeneratorFile } from '#features/kubernetes-load/core/generator-places.ts'
import { librariesOf } from '../../../../tests/remote/vllm-image.ts'
import type { NodeImage } from './kubernetes-cluster.ts'

const tools = [
  ...['sh', 'cat', 'chmod', 'dirname', 'env', 'find', 'gunzip', 'mkdir', 'mv', 'rm', 'sha256sum'],
  ...['sleep', 'touch', 'true', 'uname', 'wc', 'sort', 'head', 'tail', 'sed', 'grep', 'tr', 'kill'],
]

export function nodeImages(folder: string, generator: string): readonly NodeImage[] {
  const withGenerator = (text: string) => (root: string) => {
    putTools(root)
    put(root, process.execPath, '/usr/local/bin/node')
    const file = path.join(root, imageGeneratorFile)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return [
    makeImage(folder, 'kneepoint-pause', { entry: ['/busybox', 'sleep', '2147483647'] }, (root) =>
      copyFileSync(busybox(), path.join(root, 'busybox')),
    ),
    makeImage(folder, 'kneepoint-load', {}, (root) => {
      putTools(root)
      put(root, process.execPath, '/usr/local/bin/node')
    }),
    makeImage(folder, 'kneepoint-own', {}, withGenerator(generator)),
    makeImage(folder, 'kneepoint-other', {}, withGenerator(`${generator}\n`)),
    makeImage(folder, 'kneepoint-shell', {}, putTools),
    makeImage(folder, 'kneepoint-bare', {}, (root) =>
      copyFileSync(busybox(), path.join(root, 'other')),
    ),
  ]
}

function busybox(): string {
  return path.join(process.env['KNEEPOINT_KUBERNETES'] ?? '', 'busybox')
}

function put(root: string, file: string, place = file): void {
  mkdirSync(path.dirname(path.join(root, place)), { recursive: true })
  copyFileSync(file, path.join(root, place))
}

/** Includes the libraries that Node needs. */
function putTools(root: string): void {
  for (const library of librariesOf(process.execPath)) put(root, library)
  put(root, '/usr/bin/getconf')
  mkdirSync(path.join(root, 'bin'), { recursive: true })
  copyFileSync(busybox(), path.join(root, 'bin/busybox'))
  for (const tool of tools) symlinkSync('busybox', path.join(root, 'bin', tool))
}

/** A Docker archive of one layer. */
function makeImage(
  folder: string,
  name: string,
  { entry = [] }: Readonly<{ entry?: readonly string[] }>,
  fill: (root: string) => void,
): NodeImage {
  const own = path.join(folder, name)
  const root = path.join(own, 'root')
  const parts = path.join(own, 'parts')
  for (const made of [root, parts]) mkdirSync(made, { recursive: true })
  fill(root)
  const layer = path.join(parts, 'layer.tar')
  execFileSync('tar', ['-C', root, '--owner=0', '--group=0', '-cf', layer, '.'])
  const sum = createHash('sha256').update(readFileSync(layer)).digest('hex')
  const config = {
    architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
    os: 'linux',
    config: { Env: ['PATH=/usr/local/bin:/bin'], Entrypoint: entry },
    rootfs: { type: 'layers', diff_ids: [`sha256:${sum}`] },
    history: [{ created: '1970-01-01T00:00:00Z' }],
  }
  writeFileSync(path.join(parts, 'config.json'), JSON.stringify(config))
  const tag = `docker.io/library/${name}:1`
  const manifest = [{ Config: 'config.json', RepoTags: [tag], Layers: ['layer.tar'] }]
  writeFileSync(path.join(parts, 'manifest.json'), JSON.stringify(manifest))
  const archive = path.join(own, 'image.tar')
  execFileSync('tar', ['-C', parts, '-cf', archive, 'manifest.json', 'config.json', 'layer.tar'])
  return { name: tag, archive }
}
