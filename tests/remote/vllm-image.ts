// An image as vLLM's own is: its entrance is `vllm serve`. In it is the stand-in, with Node and what that needs.
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bundledStandIn } from './bundled-stand-in.ts'
import type { DockerDaemon } from './docker-daemon.ts'

const repository = path.join(import.meta.dirname, '../..')

export async function makeImage(
  docker: DockerDaemon,
  { folder, name }: { folder: string; name: string },
) {
  const root = path.join(folder, 'image')
  const put = (file: string, place = file) => {
    mkdirSync(path.dirname(path.join(root, place)), { recursive: true })
    copyFileSync(file, path.join(root, place))
  }
  put(process.execPath, '/usr/bin/node')
  put('/bin/dash', '/bin/sh')
  put('/bin/sleep')
  for (const library of librariesOf(process.execPath, '/bin/dash', '/bin/sleep')) put(library)
  put(
    path.join(repository, 'resources/vllm-serve-flags.json'),
    '/opt/vllm/resources/vllm-serve-flags.json',
  )
  const write = (place: string, contents: string) => writeFileSync(path.join(root, place), contents)
  write('/opt/vllm/vllm.mjs', await bundledStandIn())
  write('/usr/bin/vllm', '#!/bin/sh\nexec /usr/bin/node /opt/vllm/vllm.mjs "$@"\n')
  chmodSync(path.join(root, '/usr/bin/vllm'), 0o755)
  const changes = ['ENTRYPOINT ["vllm","serve"]', 'ENV PATH=/usr/bin:/bin']
  const archive = path.join(folder, 'image.tar')
  execFileSync('tar', ['-C', root, '-cf', archive, '.'])
  docker.ask('import', ...changes.flatMap((change) => ['--change', change]), archive, name)
}

/** Shared libraries that the programs need. */
export function librariesOf(...programs: string[]): string[] {
  const listed = execFileSync('ldd', programs, { encoding: 'utf8' })
  return [...new Set(listed.match(/\/lib\S+(?= \()/g))]
}
