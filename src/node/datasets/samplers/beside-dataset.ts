// Where a file that a dataset names lies: as written, or beside the dataset where there is none of that name.
import { access } from 'node:fs/promises'
import { dirname, isAbsolute, resolve } from 'node:path'

export async function besideDataset(path: string, datasetPath: string): Promise<string> {
  if (isAbsolute(path) || (await isThere(path))) return path
  return resolve(dirname(datasetPath), path)
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
