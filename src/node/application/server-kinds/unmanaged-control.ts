// What servers have in common that keep no files, configuration or tokenizer within reach.

export abstract class UnmanagedControl {
  abstract stop(): Promise<void>

  leave(): Promise<void> {
    return this.stop()
  }

  remove(): Promise<void> {
    return this.stop()
  }

  describe() {
    return Promise.resolve(null)
  }

  tokenizer() {
    return Promise.resolve(null)
  }
}
