/** Silhouettes, drawn in a square from -50 to 50. The server uses these names; an unknown one is drawn as a disc. */

export interface Shape {
  body: string // the outline, filled
  lines?: string // drawn on it
  rim?: string // inside the outline, in the other side's colour: the reverse face
  dots?: [x: number, y: number, r: number][] // part of the outline
  top?: string // above it, filled: a crown
  stacked?: boolean // two bodies, one on the other
}

const CROWN = 'M-19,12 L-23,-14 L-11,-3 L0,-20 L11,-3 L23,-14 L19,12 Z'

function circle(r: number): string {
  return `M${-r},0 A${r},${r} 0 1 1 ${r},0 A${r},${r} 0 1 1 ${-r},0 Z`
}

function polygon(corners: number, r: number, turn: number): string {
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = ((index + turn) / corners) * 2 * Math.PI
    return `${(r * Math.cos(angle)).toFixed(1)},${(r * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join(' L')} Z`
}

function ridged(r: number, teeth: number): string {
  const points = Array.from({ length: teeth * 2 }, (_, index) => {
    const angle = (index / (teeth * 2)) * 2 * Math.PI
    const at = index % 2 ? r : r - 3.2
    return `${(at * Math.cos(angle)).toFixed(1)},${(at * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join(' L')} Z`
}

const OCTAGON = polygon(8, 38, 0.5)
const FACETS = Array.from({ length: 8 }, (_, index) => {
  const angle = ((index + 0.5) / 8) * 2 * Math.PI
  const at = (r: number) => `${(r * Math.cos(angle)).toFixed(1)},${(r * Math.sin(angle)).toFixed(1)}`
  return `M${at(20)} L${at(38)}`
}).join(' ')

export const SHAPES: Record<string, Shape> = {
  disc: { body: circle(36), lines: circle(24) },
  square: {
    body: 'M-30,-34 H30 A4,4 0 0 1 34,-30 V30 A4,4 0 0 1 30,34 H-30 A4,4 0 0 1 -34,30 V-30 A4,4 0 0 1 -30,-34 Z',
    lines: 'M-20,-20 H20 V20 H-20 Z',
  },
  faceted: { body: OCTAGON, lines: `${polygon(8, 20, 0.5)} ${FACETS}` },
  crowned: { body: circle(42), lines: circle(34), top: CROWN },
  ridged: { body: ridged(38, 26), lines: `${circle(28)} ${circle(17)}` },
  'ridged-king': {
    body: ridged(38, 26),
    lines: circle(28),
    top: 'M-15,10 L-19,-11 L-9,-2 L0,-16 L9,-2 L19,-11 L15,10 Z',
    stacked: true,
  },
  'two-faced': { body: circle(41), rim: circle(37.7) },
  pawn: {
    body: 'M0,-30 A12,12 0 0 1 8.5,-9.5 C14,-3 8,8 15,19 C19,23 21,27 21,35 L-21,35 C-21,27 -19,23 -15,19 C-8,8 -14,-3 -8.5,-9.5 A12,12 0 0 1 0,-30 Z',
    lines: 'M-15,26 H15',
  },
  rook: {
    body: 'M-23,35 L23,35 L23,28 L17,22 L14,-8 L20,-14 L20,-31 L11,-31 L11,-24 L5,-24 L5,-31 L-5,-31 L-5,-24 L-11,-24 L-11,-31 L-20,-31 L-20,-14 L-14,-8 L-17,22 L-23,28 Z',
    lines: 'M-14,-9 H14 M-17,24 H17',
  },
  bishop: {
    body: 'M0,-40 A4.6,4.6 0 0 1 3.4,-32 C13,-24 17,-13 13.5,-4 C12.5,0 9.5,4 8.5,6 C9,13 11,18 15,22 C19,25 21,28 21,35 L-21,35 C-21,28 -19,25 -15,22 C-11,18 -9,13 -8.5,6 C-9.5,4 -12.5,0 -13.5,-4 C-17,-13 -13,-24 -3.4,-32 A4.6,4.6 0 0 1 0,-40 Z',
    lines: 'M4,-21 L-4,-9 M-9,6 H9 M-14,26 H14',
  },
  knight: {
    body: 'M-20,35 C-21,22 -8,16 -5,3 C-11,5 -15,10 -20,11.5 C-25,12 -28,7 -25.5,2.5 C-20,-5 -17,-15 -9,-22 L-11,-34 L0,-28 C13,-27 21,-15 22,1 C23,14 20,24 22,35 Z',
    lines: 'M-15,26 H16 M4,-20 C11,-15 14,-6 14,4',
    dots: [],
  },
  queen: {
    body: 'M-22,35 L22,35 L21,28 C17,25 15,20 16,14 L27,-17 L13.5,-4 L10.5,-27 L0,-7 L-10.5,-27 L-13.5,-4 L-27,-17 L-16,14 C-15,20 -17,25 -21,28 Z',
    lines: 'M-16,15 C-8,12 8,12 16,15 M-16,26 H16',
    dots: [
      [-27, -20, 4],
      [27, -20, 4],
      [-10.5, -30, 4],
      [10.5, -30, 4],
    ],
  },
  king: {
    body: 'M-22,35 L22,35 L21,28 C17,25 15,21 16,15 C26,7 30,-4 25,-12 C20,-19 8,-17 3.5,-8 L3.5,-24 L9.5,-24 L9.5,-31 L3.5,-31 L3.5,-38 L-3.5,-38 L-3.5,-31 L-9.5,-31 L-9.5,-24 L-3.5,-24 L-3.5,-8 C-8,-17 -20,-19 -25,-12 C-30,-4 -26,7 -16,15 C-15,21 -17,25 -21,28 Z',
    lines: 'M-16,15 C-8,12 8,12 16,15 M-16,26 H16 M0,-8 V12',
  },
}

export function shapeOf(name: string): Shape {
  return SHAPES[name] ?? SHAPES.disc!
}
