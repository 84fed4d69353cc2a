// Our look in the names that the extension gives to a host's colours, fonts and measures, so that an app may take it on.

const COLORS: { [name: string]: [light: string, dark: string] } = {
  'background-primary': ['#ffffff', '#14161a'],
  'background-secondary': ['#f6f7f9', '#1a1d22'],
  'background-tertiary': ['#eceef2', '#23272e'],
  'background-inverse': ['#1b1f24', '#e4e7eb'],
  'background-ghost': ['transparent', 'transparent'],
  'background-info': ['#e6f0fb', '#17304a'],
  'background-danger': ['#fdeeed', '#35191a'],
  'background-success': ['#e8f5ec', '#15301f'],
  'background-warning': ['#fdf4e0', '#33290f'],
  'background-disabled': ['#eceef2', '#23272e'],
  'text-primary': ['#1b1f24', '#e4e7eb'],
  'text-secondary': ['#55606e', '#a0aab8'],
  'text-tertiary': ['#646d7a', '#8b95a4'],
  'text-inverse': ['#ffffff', '#14161a'],
  'text-ghost': ['#646d7a', '#8b95a4'],
  'text-info': ['#0b5fb8', '#6cb2ff'],
  'text-danger': ['#b3261e', '#ff8a80'],
  'text-success': ['#17703a', '#5ec98a'],
  'text-warning': ['#8a5a00', '#e3b04b'],
  'text-disabled': ['#8b93a0', '#626c7b'],
  'border-primary': ['#dfe3e8', '#2c3139'],
  'border-secondary': ['#dfe3e8', '#2c3139'],
  'border-tertiary': ['#eceef2', '#23272e'],
  'border-inverse': ['#1b1f24', '#e4e7eb'],
  'border-ghost': ['transparent', 'transparent'],
  'border-info': ['#0b5fb8', '#6cb2ff'],
  'border-danger': ['#b3261e', '#ff8a80'],
  'border-success': ['#17703a', '#5ec98a'],
  'border-warning': ['#8a5a00', '#e3b04b'],
  'border-disabled': ['#dfe3e8', '#2c3139'],
  'ring-primary': ['#0b5fb8', '#6cb2ff'],
  'ring-secondary': ['#8b93a0', '#626c7b'],
  'ring-inverse': ['#ffffff', '#14161a'],
  'ring-info': ['#0b5fb8', '#6cb2ff'],
  'ring-danger': ['#b3261e', '#ff8a80'],
  'ring-success': ['#17703a', '#5ec98a'],
  'ring-warning': ['#8a5a00', '#e3b04b'],
}

/** Pixels of a size and of its line. */
const SIZES: { [name: string]: [size: number, line: number] } = {
  'text-xs': [11, 16],
  'text-sm': [12, 18],
  'text-md': [13, 20],
  'text-lg': [15, 22],
  'heading-xs': [12, 18],
  'heading-sm': [13, 20],
  'heading-md': [15, 22],
  'heading-lg': [18, 26],
  'heading-xl': [22, 30],
  'heading-2xl': [26, 34],
  'heading-3xl': [32, 40],
}

const OTHERS: { [name: string]: string } = {
  '--font-sans': "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif",
  '--font-mono': "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  '--font-weight-normal': '400',
  '--font-weight-medium': '500',
  '--font-weight-semibold': '600',
  '--font-weight-bold': '700',
  '--border-radius-xs': '2px',
  '--border-radius-sm': '4px',
  '--border-radius-md': '6px',
  '--border-radius-lg': '8px',
  '--border-radius-xl': '12px',
  '--border-radius-full': '9999px',
  '--border-width-regular': '1px',
  '--shadow-hairline': '0 0 0 1px rgb(0 0 0 / 8%)',
  '--shadow-sm': '0 1px 2px rgb(0 0 0 / 12%)',
  '--shadow-md': '0 2px 8px rgb(0 0 0 / 14%)',
  '--shadow-lg': '0 6px 24px rgb(0 0 0 / 18%)',
}

export function hostVariables(): { [name: string]: string } {
  const variables: { [name: string]: string } = { ...OTHERS }
  for (const [name, [light, dark]] of Object.entries(COLORS)) variables[`--color-${name}`] = `light-dark(${light}, ${dark})`
  for (const [name, [size, line]] of Object.entries(SIZES)) {
    variables[`--font-${name}-size`] = `${size}px`
    variables[`--font-${name}-line-height`] = `${line}px`
  }
  return variables
}
