// The premium that the price model of the group makes for the ticket that is being written (domain dictionary 5.4): put where nothing stands yet, taken out again with the claim, and shown beside
// what is typed.
import { useEffect, useRef } from 'react'
import { can } from '#domain/access.ts'
import { agreedPremium, type PriceModel } from '#domain/chain/premium.ts'
import { useOne } from '#web/api/queries.ts'
import type { EditorProps } from '#web/fields/form-context.ts'
import { useUser } from '#web/session/use-user.ts'

/** What the ticket says so far: the price in minor units, the premium as it is typed. */
type Ticket = { pricePerKg: number | null; premiumPerKg: unknown; cropId: unknown; asConventional: unknown }
/** In minor units for each kilogram; null: nothing is agreed, or the goods are bought under no claim. */
export function useAgreedPremium({ record: lot, setOther }: Pick<EditorProps, 'record' | 'setOther'>, ticket: Ticket): number | null {
  const user = useUser()
  const { data: group } = useOne('collective', lot?.operatorId && can(user, 'collective', 'V') ? lot.operatorId : undefined)
  const { data: crop } = useOne('crop', (ticket.cropId as string | null) || undefined)
  const isClaimed = crop !== undefined && crop.claimStatus !== null && crop.claimStatus !== 'CONVENTIONAL' && ticket.asConventional !== true
  const { premiumType = null, premiumValue = null } = (group ?? {}) as Partial<PriceModel>
  const agreed = isClaimed ? agreedPremium({ premiumType, premiumValue }, ticket.pricePerKg) : null
  const proposed = useRef<string | null>(null)
  const now = useRef({ typed: ticket.premiumPerKg, setOther })
  now.current = { typed: ticket.premiumPerKg, setOther }
  useEffect(() => {
    const { typed, setOther: set } = now.current
    if (agreed === null) {
      // Goods under no claim earn none, and a share of a price that is gone is none: what was put here is taken out again.
      if (typed && typed === proposed.current) {
        proposed.current = null
        set('premiumPerKg', '')
      }
      return
    }
    // What somebody has typed stays, and so does what they have emptied.
    if (typed ? typed !== proposed.current : proposed.current !== null) return
    proposed.current = String(agreed / 100)
    set('premiumPerKg', proposed.current)
  }, [agreed])
  return agreed
}
