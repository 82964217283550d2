// Colours and type of pictures that are files of their own: light or dark, as the reader's system is.

export const plotTheme = `
:root {
  color-scheme: light dark;
  --surface: #ffffff;
  --panel: #f8f9f9;
  --line: #dfe2e5;
  --text: #171c20;
  --text-dim: #566069;
  --accent: #0a6971;
  --second: #b26a00;
  --third: #5a5fa8;
  --good: #1a7f4e;
  --warn: #c98500;
  --bad: #c2362d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --surface: #14181b;
    --panel: #101416;
    --line: #2a3137;
    --text: #e6e9eb;
    --text-dim: #9ba6ae;
    --accent: #4fc1c6;
    --second: #e0a94a;
    --third: #a5a9f0;
    --good: #4fb685;
    --warn: #e0a94a;
    --bad: #f0766c;
  }
}
`
