// Released versions, and the URL of their list.
import { z } from 'zod'

/** GitHub returns at most 100 releases per page; unused members are ignored. */
const releasesSchema = z
  .array(
    z.object({
      tag_name: z.string().max(200),
      draft: z.boolean().default(false),
      prerelease: z.boolean().default(false),
    }),
  )
  .max(1000)

const versionPattern = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/

type Version = readonly [major: number, minor: number, patch: number]

/** Newest version in a list of releases, without drafts and pre-releases; null if it has none. Throws if the list is malformed. */
export function newestVersion(releases: unknown): string | null {
  return releasesSchema
    .parse(releases)
    .filter(({ draft, prerelease }) => !draft && !prerelease)
    .flatMap(({ tag_name: tag }) => (versionOf(tag) === null ? [] : [tag.replace(/^v/, '')]))
    .reduce<string | null>(
      (newest, version) => (newest === null || isNewer(version, newest) ? version : newest),
      null,
    )
}

/** Versions with other text, such as pre-releases, count as older than all others. */
export function isNewer(version: string, than: string): boolean {
  const left = versionOf(version)
  const right = versionOf(than)
  if (left === null || right === null) return left !== null
  const at = left.findIndex((part, index) => part !== right[index])
  return at !== -1 && (left[at] ?? 0) > (right[at] ?? 0)
}

function versionOf(text: string): Version | null {
  const [, major, minor, patch] = versionPattern.exec(text) ?? []
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

/** List of a GitHub repository, from `repository` in its package.json; null for any other repository. */
export function releasesUrl(repository: unknown): string | null {
  const { data } = z.union([z.string(), z.object({ url: z.string() })]).safeParse(repository)
  const text = typeof data === 'object' ? data.url : (data ?? '')
  const [, name] =
    /^(?:github:|(?:git\+)?https:\/\/github\.com\/)([\w-]{1,100}\/[\w.-]{1,100}?)(?:\.git)?$/.exec(
      text,
    ) ?? []
  return name === undefined ? null : `https://api.github.com/repos/${name}/releases`
}
