// The premium that the price model of the group makes for the ticket that is being written (domain dictionary 5.4): put where nothing stands yet, and shown beside what is typed.
import { useEffect, useRef } from 'react'
import { can } from '#domain/access.ts'
import { agreedPremium, type PriceModel } from '#domain/chain/premium.ts'
import { useOne } from '#web/api/queries.ts'
import type { EditorProps } from '#web/fields/form-context.ts'
import { useUser } from '#web/session/use-user.ts'

/** In minor units for each kilogram; null: nothing is agreed, or the goods are bought under no claim. `pricePerKg`: as typed, in minor units. */
export function useAgreedPremium({ record: lot, form, setOther }: Pick<EditorProps, 'record' | 'form' | 'setOther'>, pricePerKg: number | null): number | null {
  const user = useUser()
  const { data: group } = useOne('collective', lot?.operatorId && can(user, 'collective', 'V') ? lot.operatorId : undefined)
  const { data: crop } = useOne('crop', (form.cropId as string | null) || undefined)
  const isClaimed = crop !== undefined && crop.claimStatus !== null && crop.claimStatus !== 'CONVENTIONAL' && form.asConventional !== true
  const { premiumType = null, premiumValue = null } = (group ?? {}) as Partial<PriceModel>
  const agreed = isClaimed ? agreedPremium({ premiumType, premiumValue }, pricePerKg) : null
  const proposed = useRef<string | null>(null)
  const now = useRef({ typed: form.premiumPerKg, setOther })
  now.current = { typed: form.premiumPerKg, setOther }
  useEffect(() => {
    const { typed, setOther: set } = now.current
    // What somebody has typed stays, and so does what they have emptied.
    if (agreed === null || (typed ? typed !== proposed.current : proposed.current !== null)) return
    proposed.current = String(agreed / 100)
    set('premiumPerKg', proposed.current)
  }, [agreed])
  return agreed
}
