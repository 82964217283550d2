// A folder with what every host has, and no Node: a whole PATH.
import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const usualTools = [
  ...['bash', 'sh', 'cat', 'chmod', 'dirname', 'env', 'find', 'getconf', 'mkdir', 'mv', 'ps'],
  ...['rm', 'sha256sum', 'sleep', 'touch', 'tr', 'true', 'uname', 'wc'],
]

export function toolFolder(folder: string, name: string, more: readonly string[] = []): string {
  const bin = path.join(folder, name)
  mkdirSync(bin)
  for (const tool of [...usualTools, ...more]) {
    symlinkSync(`/usr/bin/${tool}`, path.join(bin, tool))
  }
  return bin
}
