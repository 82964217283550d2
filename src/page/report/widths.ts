// Redraws where a place becomes wider or narrower; what is drawn into it may change its height and nothing else.

export function whenWider(place: Element, draw: () => void): void {
  let width = place.clientWidth
  new ResizeObserver(() => {
    if (place.clientWidth === width) return
    width = place.clientWidth
    draw()
  }).observe(place)
}
