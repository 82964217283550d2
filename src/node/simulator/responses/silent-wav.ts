// A WAV file of silence: one channel of 16-bit samples.
const bytesPerSample = 2
const headBytes = 44

export function silentWav(frames: number, rate: number): Buffer {
  const wav = Buffer.alloc(headBytes + frames * bytesPerSample)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * bytesPerSample, 28)
  wav.writeUInt16LE(bytesPerSample, 32)
  wav.writeUInt16LE(8 * bytesPerSample, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(frames * bytesPerSample, 40)
  return wav
}
