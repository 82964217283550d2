/** By its path in the repository or the package. */
export declare function ownFile(name: string, folder?: string): string
export declare function ownResource(name: string): string
type BundledFile = Readonly<{
  /** Of `out`; the configuration it is built with is called so too. */
  folder: 'page' | 'remote'
  name: string
}>
export declare function bundledFile(file: BundledFile): Promise<string>
type PageName = 'report' | 'timeline'
export declare function pageScript(name: PageName): Promise<string>
export {}
