// Builds a Debian package with dpkg-deb, from the arguments that electron-builder passes to fpm. fpm itself is a download
// from outside the npm registry.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals: copied } = parseArgs({
  allowPositionals: true,
  options: {
    ...text('architecture', 'version', 'package', 'name', 'maintainer', 'vendor', 'url', 'license'),
    ...text('description', 'after-install', 'after-remove', 'deb-priority', 'deb-compression'),
    category: { type: 'string', default: 'devel' },
    depends: { type: 'string', short: 'd', multiple: true, default: [] },
    'deb-recommends': { type: 'string', multiple: true, default: [] },
    // The kinds of source and package: a folder, and deb.
    source: { type: 'string', short: 's' },
    target: { type: 'string', short: 't' },
    force: { type: 'boolean' },
  },
})

const root = mkdtempSync(path.join(tmpdir(), 'kneepoint-deb-'))
try {
  chmodSync(root, 0o755)
  for (const mapping of copied) {
    const [from = '', into = ''] = mapping.split('=')
    const place = path.join(root, into)
    mkdirSync(path.dirname(place), { recursive: true })
    cpSync(from, place, { recursive: true, verbatimSymlinks: true })
  }
  writeControl(path.join(root, 'DEBIAN'))
  const args = [
    '--root-owner-group',
    `-Z${values['deb-compression']}`,
    '--build',
    root,
    values.package,
  ]
  const { status, error } = spawnSync('dpkg-deb', args.map(String), { stdio: 'inherit' })
  if (error !== undefined) console.error(`dpkg-deb could not be started: ${error.message}`)
  process.exitCode = status ?? 1
} finally {
  rmSync(root, { recursive: true })
}

function writeControl(folder: string): void {
  mkdirSync(folder)
  const [summary = '', ...details] = values.description.trim().split('\n')
  const fields = {
    Package: values.name,
    Version: values.version,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    'Installed-Size': String(kibibytes()),
    Depends: values.depends.join(', '),
    Recommends: values['deb-recommends'].join(', '),
    Section: values.category,
    Priority: values['deb-priority'],
    Homepage: values.url,
    Description: [summary, ...details.map((line) => ` ${line.trim()}`)].join('\n'),
  }
  const lines = Object.entries(fields).filter(([, value]) => value !== '')
  writeFileSync(
    path.join(folder, 'control'),
    lines.map(([name, value]) => `${name}: ${value}\n`).join(''),
  )
  const scripts = { postinst: values['after-install'], postrm: values['after-remove'] }
  for (const [name, source] of Object.entries(scripts)) {
    cpSync(source, path.join(folder, name))
    chmodSync(path.join(folder, name), 0o755)
  }
}

function kibibytes(): number {
  const sizes = globSync('**', { cwd: root }).map((file) => statSync(path.join(root, file)))
  return Math.ceil(sizes.reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0) / 1024)
}

/** Each with a value, empty by default. */
function text<Name extends string>(...names: readonly Name[]) {
  const entries = names.map((name) => [name, { type: 'string', default: '' }])
  return Object.fromEntries(entries) as Record<Name, { type: 'string'; default: string }>
}
