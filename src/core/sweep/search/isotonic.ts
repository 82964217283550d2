// The rising curve nearest to noisy values, by pooling neighbours that fall (Ayer and others 1955).

type WeightedValue = Readonly<{ value: number; weight: number }>

/** One per value, each with the weight of all it was pooled with. */
export function isotonicFit(values: readonly WeightedValue[]): WeightedValue[] {
  const blocks: { value: number; weight: number; size: number }[] = []
  for (const { value, weight } of values) {
    let block = { value, weight, size: 1 }
    for (let last = blocks.at(-1); last && last.value >= block.value; last = blocks.at(-1)) {
      blocks.pop()
      block = pooled(last, block)
    }
    blocks.push(block)
  }
  return blocks.flatMap(({ value, weight, size }) =>
    Array.from({ length: size }, () => ({ value, weight })),
  )
}

type Block = WeightedValue & Readonly<{ size: number }>

function pooled(one: Block, other: Block): Block {
  const weight = one.weight + other.weight
  return {
    value: (one.value * one.weight + other.value * other.weight) / weight,
    weight,
    size: one.size + other.size,
  }
}
