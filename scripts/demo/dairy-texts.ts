// What the dairy programme of the demo shows of itself before anybody has signed in: its name, its words on the login page, its mission.
import type { CarouselItem } from '#domain/tenancy/tenant.ts'

export const dairyTexts: { name: string; loginDesc: string; carousel: CarouselItem[] } = {
  name: 'Gir Valley Dairy Programme',
  loginDesc: 'One record of every animal, every milking and every treatment of the cooperative’s members, kept by the people who milk and care for them.',
  carousel: [
    {
      mission: 'Milk with a name behind every litre',
      missionDesc: 'Each animal has an identity, each milking is weighed, and each tank that leaves the dairy names the herds its milk came from.',
    },
    {
      mission: 'No milk before the medicine has left it',
      missionDesc: 'A treatment starts its withdrawal time by itself. Until it has passed, the milk of that animal is kept out of the tank.',
    },
    {
      mission: 'A healthy herd is the best price',
      missionDesc: 'Weight, fertility and health are read from what is recorded at the animal, and the cooperative sees early where a herd needs help.',
    },
  ],
}
