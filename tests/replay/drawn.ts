// A family draws every type of event that its record declares. Those that the product records by itself follow from others; every other
// one that is left out is named, with the reason.
import { expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'

/** `except`: why a type is not drawn, by type. */
export function drawsEveryType(name: Parameters<typeof entityOf>[0], drawn: readonly string[], except: Readonly<Record<string, string>> = {}): void {
  it(`draws every type of event of ${name}, or says why not`, () => {
    const { events }: AnyEntity = entityOf(name)
    const declared = Object.keys(events).filter((type) => !events[type]?.system)
    expect(declared.filter((type) => !drawn.includes(type)).sort()).toEqual(Object.keys(except).sort())
    expect(drawn.filter((type) => !declared.includes(type))).toEqual([])
  })
}
