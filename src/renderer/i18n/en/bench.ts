// The benchmark composer: what will I send?
export const bench = {
  title: 'Bench',
}
