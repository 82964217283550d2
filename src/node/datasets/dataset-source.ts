// Source of a dataset's files: a file or folder on this machine, or a repository of the Hub.
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { message, textOf } from '#core/messages/message.ts'
import { hubAccess, hubRepoNamed } from '#node/http/hub-access.ts'
import { openSnapshot } from '#node/http/open-snapshot.ts'
import { invalidDataset } from './dataset-file.ts'

export type DatasetSource = Readonly<{
  /** Sorted paths relative to its root, with slashes. */
  paths: readonly string[]
  /** Returns the path of a file on this machine, downloaded if needed. */
  locate: (path: string) => Promise<string>
  /** The folder of a local copy; null for the Hub itself. */
  folder: string | null
}>

export async function openDataset(
  nameOrPath: string,
  signal?: AbortSignal,
): Promise<DatasetSource> {
  const found = await stat(nameOrPath).catch(() => null)
  if (found?.isFile()) return sourceIn(dirname(nameOrPath), [basename(nameOrPath)])
  if (found?.isDirectory()) return sourceIn(nameOrPath, await pathsIn(nameOrPath))
  const repo = hubRepoNamed('dataset', nameOrPath)
  if (repo === null) {
    throw invalidDataset(
      message('workload.noDataset', { path: nameOrPath }),
      message('workload.noDataset.remedy'),
    )
  }
  return { ...(await openSnapshot(repo, await hubAccess(), signal)), folder: null }
}

/** The text of a small file; null if it does not exist. */
export async function readText(source: DatasetSource, path: string): Promise<string | null> {
  return source.paths.includes(path) ? readFile(await source.locate(path), 'utf8') : null
}

function sourceIn(folder: string, paths: readonly string[]): DatasetSource {
  return { paths, folder, locate: (path) => Promise.resolve(join(folder, ...path.split('/'))) }
}

async function pathsIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
      .sort()
  } catch (error) {
    throw invalidDataset(
      message('workload.folderUnreadable', { path: folder, why: textOf(error) }),
      message('workload.folderUnreadable.remedy'),
    )
  }
}
