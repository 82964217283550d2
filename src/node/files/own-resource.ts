// Files that come with the program, in its folder of resources.
import { ownFile } from './own-file.ts'

export function ownResource(name: string): string {
  return ownFile(`resources/${name}`)
}
