// Every rule of the programme: id, title, text, source, possible outcomes, and what a finding to be decided (REVIEW) holds back.
// The only place where a rule id is made. It imports nothing, so that the kernel's types can name it.

export type Outcome = 'INFO' | 'WARN' | 'REVIEW' | 'BLOCK'
export type Rule = {
  title: string
  text: string
  /** Section of the domain dictionary; AH and "animal" are its second half. */
  source: string
  /** What applying the rule can lead to; BLOCK is a refusal, the others are findings. */
  outcomes: readonly Outcome[]
  /** What may not happen while a REVIEW finding of this rule is open; null = nothing is blocked. */
  holdsBack: string | null
  /** False: defined, but nothing is refused or found by it yet. */
  enforced: boolean
}

const rule = (title: string, source: string, outcomes: readonly Outcome[], text: string, holdsBack: string | null = null): Rule => ({
  title,
  text,
  source,
  outcomes,
  holdsBack,
  enforced: true,
})
/** Defined by the dictionary, not applied by the product yet. */
const planned = (title: string, source: string, outcomes: readonly Outcome[], text: string): Rule => ({
  ...rule(title, source, outcomes, text),
  enforced: false,
})

const lateCheck = (title: string): Rule =>
  rule(
    title,
    '5.5',
    ['REVIEW', 'BLOCK'],
    'A check of transaction certificates: what becomes known after one was issued, and would have stopped it, is a finding of that certificate.',
  )

const table = {
  'BR-01': rule(
    'Boundary validity',
    '7',
    ['WARN', 'BLOCK'],
    'A boundary is a closed ring of at least four positions that does not cross itself and lies in the operator’s area.',
  ),
  'BR-02': rule(
    'Overlapping plots',
    '7',
    ['WARN', 'REVIEW', 'BLOCK'],
    'Two live plots do not cover the same ground: small overlaps are noted, larger ones are disputed, the same plot twice is refused.',
    'A disputed boundary is not verified.',
  ),
  'BR-03': rule('Area sums', '7', ['WARN', 'REVIEW', 'BLOCK'], 'Season plans fit into the plot and crops into their plan; declared and mapped area agree.'),
  'BR-04': rule(
    'Organic status',
    '7',
    ['WARN', 'REVIEW', 'BLOCK'],
    'The claim of a crop follows from the conversion period of its land on the day of sowing.',
    'Recognised months do not count until the certification body has confirmed them.',
  ),
  'BR-05': rule(
    'Parallel production',
    '7',
    ['REVIEW', 'BLOCK'],
    'A farmer who grows the same crop organically and otherwise in one season needs separate storage and a plan.',
    'Nothing of the crop is bought under a certified claim until the finding is closed with the plan.',
  ),
  'BR-06': rule(
    'Yield ceiling',
    '7',
    ['WARN', 'REVIEW', 'BLOCK'],
    'An estimate stays under the ceiling of the yield norm; one far above the village’s median is reviewed.',
    'The estimate is not approved.',
  ),
  'BR-07': rule(
    'Harvest against estimate',
    '7',
    ['WARN', 'REVIEW', 'BLOCK'],
    'All pickings of a crop together agree with its approved estimate and stay under its ceiling.',
    'Nothing of the crop is bought.',
  ),
  'BR-08': rule(
    'Purchase against harvest',
    '7',
    ['WARN', 'REVIEW', 'BLOCK'],
    'No more is bought of a crop than was harvested and estimated, from active members only, at the centre, and the farmer confirms each ticket.',
    'The group neither releases nor sends goods of the ticket, and they are not certified.',
  ),
  'BR-09': rule('Mass balance', '7', ['BLOCK'], 'What goes into a run comes out as products, waste or stated loss; nothing is taken that is not there.'),
  'BR-10': rule(
    'Conversion band',
    '7',
    ['WARN', 'REVIEW', 'BLOCK'],
    'The share of each product in a run lies in the band of its process and near the line’s own history.',
  ),
  'BR-11': rule(
    'Purity of the claim',
    '7',
    ['WARN', 'REVIEW', 'BLOCK'],
    'Mixed goods have the lowest claim among them; a line is cleaned before certified goods follow others.',
  ),
  'BR-12': rule(
    'Checks of a transaction certificate',
    '7',
    ['REVIEW', 'BLOCK'],
    'Certified goods are sold by and to holders of a valid scope certificate; seventeen checks stand before a certificate is submitted and issued, and kilograms bound by one are not used twice.',
    'No page shows the claim of goods that passed through this shipment.',
  ),
  T01: lateCheck('Seller’s scope certificate on every day of shipment'),
  T04: lateCheck('Buyer’s scope certificate'),
  T05: lateCheck('Kilograms shipped and free to certify'),
  T07: lateCheck('Nothing held back in the chain'),
  T08: lateCheck('Approved farmer list and yields'),
  T10: lateCheck('Claim of the lots'),
  T13: lateCheck('GMO test'),
  T15: lateCheck('Made before it was sent'),
  'BR-12a': rule('Reconciliation', '7', ['REVIEW'], 'Per holder, material, claim and period, certified kilograms received, used, produced and sold agree.'),
  'BR-13': rule(
    'Buffer strip',
    '7',
    ['REVIEW', 'BLOCK'],
    'A plot beside genetically modified or sprayed fields has a buffer strip; its border rows are not sold as certified.',
  ),
  'BR-14': rule(
    'Prohibited input',
    '7',
    ['WARN', 'REVIEW', 'BLOCK'],
    'A prohibited input costs the crop its claim; one that is restricted or unknown is reviewed.',
    'Nothing of the crop is bought under a certified claim.',
  ),
  'BR-15': rule('Laboratory result', '7', ['REVIEW', 'BLOCK'], 'A lot with a positive result for genetic modification or residues is held back.'),
  'BR-16': rule('Distance from farm to gin', '7', ['REVIEW'], 'The kilogram-weighted origin of seed cotton lies within 500 km of the gin.'),
  'BR-17': rule('Compliance score', '7', ['INFO', 'BLOCK'], 'The score of a crop is the weighted share of the rules of its schemes that it meets.'),
  'BR-18': rule(
    'Planned steps',
    '7',
    ['WARN', 'BLOCK'],
    'A step of the package of practices is due a number of days from its anchor and fulfilled by the event recorded in its window.',
  ),
  'BR-19': rule(
    'Waiting period before harvest',
    '7',
    ['REVIEW', 'BLOCK'],
    'Nothing is harvested before the waiting period after plant protection has ended, but by the manager with the report of a laboratory.',
    'Nothing of the crop is bought under a claim, nor released or sent under one by the group.',
  ),
  'BR-20': rule(
    'Seed quantity',
    '7',
    ['WARN', 'REVIEW'],
    'Seed sown per hectare lies within the norm of the crop, members sow no more seed of their group than it handed out in the season, and what is harvested was sown with recorded seed.',
  ),
  'BR-21': rule(
    'Inspection coverage',
    '7',
    ['WARN', 'REVIEW', 'BLOCK'],
    'Every active member is inspected in the season before the approved farmer list is decided.',
  ),
  'BR-22': rule(
    'Limits of a group',
    '7',
    ['INFO', 'WARN', 'REVIEW', 'BLOCK'],
    'Size of the group, of its farms and of the area of large farms stay within the scheme’s limits.',
  ),
  'BR-23': rule(
    'Farmer registered twice',
    '7',
    ['REVIEW', 'BLOCK'],
    'A person is registered once; likeness of names, phones and places is looked for.',
    'The farmer is not approved.',
  ),
  'BR-24': rule(
    'Four eyes',
    '7',
    ['REVIEW', 'BLOCK'],
    'Who made, proposed or did something does not decide on it; nobody inspects a relative or a farmer they look after.',
  ),
  'BR-25': rule('Order of time', '7', ['WARN', 'BLOCK'], 'Events of a chain happen in their natural order: sowing before harvest, receipt before use.'),
  'BR-26': rule('Correction', '7', ['BLOCK'], 'An event is voided or replaced, never changed, and not while later events depend on it.'),
  'BR-27': rule('Trace and recall', '7', ['WARN', 'BLOCK'], 'Every lot can be traced back to plots and forward to holders, with kilograms.'),
  'BR-28': rule('Closing a season', '7', ['WARN', 'BLOCK'], 'A season closes when its crops are closed; nothing is recorded in it afterwards.'),
  'BR-29': rule('Price and premium', '7', ['WARN', 'BLOCK'], 'Price, premium and deductions of a ticket lie within the programme’s limits.'),
  'BR-30': rule('Stock count', '7', ['WARN', 'REVIEW', 'BLOCK'], 'Counted stock agrees with the book.', 'The adjustment is a proposal until it is approved.'),
  'BR-31': rule('Expiry', '7', ['WARN'], 'Certificates, leases, laboratory reports and consents are renewed before they end.'),
  'BR-32': rule('Anomalies', '7', ['REVIEW'], 'Round weights, equal yields, copied boundaries and other unlikely patterns are reviewed.'),
  'BR-33': rule(
    'Work without network',
    '7',
    ['REVIEW'],
    'Changes of different fields are merged; changes of the same field are a conflict that a person resolves.',
  ),
  'BR-34': rule('Risk class', '7', ['INFO'], 'Farmers are ranked by risk, and inspections follow the rank.'),
  'BR-35': rule(
    'Privacy',
    '7',
    ['BLOCK'],
    'Personal data are shown by role and taken out for a stated purpose alone; public pages name nobody and have no figure over fewer than ten farmers.',
  ),
  '1.3': rule('Position', '1.3', ['WARN'], 'What is recorded of a plot is recorded there, at a position that is accurate.'),
  '3.1': rule('Farmer', '3.1', ['WARN', 'BLOCK'], 'A member is approved with a signed agreement, consent and a plot, and leaves without stock or plots.'),
  '3.3': rule('Plot', '3.3', ['BLOCK'], 'A plot is split, merged or retired only when nothing is planned or growing on it.'),
  '3.4': rule('Season plan', '3.4', ['BLOCK'], 'A season plan is cancelled only when no crop stands in it.'),
  '3.5': rule('Crop', '3.5', ['WARN', 'BLOCK'], 'A crop is sown within its season.'),
  '4.1': rule(
    'Processor',
    '4.1',
    ['WARN', 'REVIEW', 'BLOCK'],
    'A processor buys from the operators it is registered for, neither buys nor sends goods with a claim while it is suspended, and leaves without stock. The body that certifies a subcontractor is that of the companies it works for.',
  ),
  '12': rule(
    'Opening stock',
    '12',
    ['REVIEW', 'BLOCK'],
    'Goods from before the programme was on Farmbook count once an administrator has approved them, and no more of a certificate from elsewhere than is on it.',
  ),
  '4.2': rule(
    'Facility',
    '4.2',
    ['WARN', 'REVIEW', 'BLOCK'],
    'A facility works within its capacity, with the products that it is registered for; what arrives agrees with what was sent; it closes without stock.',
  ),
  '4.3': rule(
    'Product',
    '4.3',
    ['WARN', 'BLOCK'],
    'A harvest needs an active raw product of its crop in the catalogue. A quality test outside the bounds or the grades of its product is noted. What is not for sale is neither bought, sent to a buyer nor certified.',
  ),
  '4.4': rule('Lot', '4.4', ['WARN', 'REVIEW', 'BLOCK'], 'A lot is closed with goods in it, voided without, and larger losses are the manager’s to record.'),
  '5.1': rule('Inputs of the package', '5.1', ['WARN'], 'An input that the package of a crop does not name is noted where it is recorded.'),
  '5.2': rule(
    'Complete inspection',
    '5.2',
    ['BLOCK'],
    'An inspection is submitted when every question is answered, with the photos and notes that they ask for.',
  ),
  '5.3': rule(
    'Scope certificate',
    '5.3',
    ['REVIEW', 'BLOCK'],
    'A scope certificate is confirmed while its certification body is active and accredited for the scheme. A group whose certificate is suspended, withdrawn or expired neither buys nor sends goods with a claim.',
    'The group neither releases nor sends goods of the ticket under a claim, and they are not certified.',
  ),
  '5.4': rule(
    'Operator',
    '5.4',
    ['WARN', 'REVIEW', 'BLOCK'],
    'A group is active with a manager and an inspector of its internal control, its manual, standard, catalogue of sanctions and organisation chart. It hands out no more of an input than it had bought by then, and pays a premium for no more than was bought in the season. While it is suspended it neither buys nor sends goods with a claim.',
  ),
  '6.2': rule('Messages to telephones', '6.2', ['REVIEW'], 'A voice call, or a message to many telephones, goes out once somebody else has approved it.'),
  '6.3': rule(
    'Planned work',
    '6.3',
    ['BLOCK'],
    'The task of a planned event is done when what is planned was recorded. A task that asks for a second person is verified by whoever gave it or a manager; no other is verified.',
  ),
  '6.4': rule('People', '6.4', ['BLOCK'], 'A programme always has an administrator.'),
  '6.6': rule('Limits of the plan', '6.6', ['BLOCK'], 'A programme has no more members, people and groups than its plan says.'),
  'AH-3': rule('Production system', 'animal 3', ['BLOCK'], 'A production system is opened with a unit and closed without animals.'),
  'AH-01': rule('Event after the end', 'animal 5.6', ['BLOCK'], 'Nothing happens to an animal after its death or departure.'),
  'AH-02': rule('Event before birth', 'animal 5.6', ['BLOCK'], 'Nothing happens to an animal before its birth.'),
  'AH-03': rule('Event of the other sex', 'animal 5.6', ['BLOCK'], 'Breeding, milking and castration happen to animals of the right sex.'),
  'AH-04': planned('Age', 'animal 5.6', ['BLOCK'], 'An animal is old enough for what is recorded.'),
  'AH-05': rule('Gestation', 'animal 5.6', ['WARN', 'BLOCK'], 'Young are born within the gestation period after a service.'),
  'AH-06': rule('Not in milk', 'animal 5.6', ['BLOCK'], 'Only an animal with an open lactation is milked.'),
  'AH-07': planned('Tag used twice', 'animal 5.2', ['BLOCK'], 'A tag belongs to one animal.'),
  'AH-08': rule('Negative count', 'animal 5.6', ['WARN', 'BLOCK'], 'No more animals leave a flock, herd or pond than live in it.'),
  'AH-09': rule(
    'Waiting period after treatment',
    'animal 10.1',
    ['REVIEW', 'BLOCK'],
    'Milk, eggs, meat and fish are not used before the waiting period after a treatment has ended.',
  ),
  'AH-10': rule(
    'Housing density',
    'animal 10.4',
    ['WARN', 'REVIEW', 'BLOCK'],
    'Animals of a unit have the space that they need, on its floor and in its water.',
  ),
  'AH-11': planned('Lot overdrawn', 'animal 11', ['BLOCK'], 'No more is taken from a lot than is in it.'),
  'AH-12': planned('Milk balance', 'animal 10.5', ['REVIEW'], 'Milk collected agrees with milk recorded.'),
  'AH-13': rule('Published package', 'animal 9', ['BLOCK'], 'A published package of practices is not changed; a new version is made.'),
  'AH-14': planned('Courses of treatment', 'animal 10.2', ['WARN', 'BLOCK'], 'An animal treated more often than the scheme allows loses its claim.'),
  'AH-15': rule(
    'Input not organic',
    'animal 9.1',
    ['BLOCK'],
    'An organic package of practices holds only inputs, feeds and medicines that are allowed in organic husbandry.',
  ),
  'AH-16': planned('Age at slaughter', 'animal 10.3', ['BLOCK'], 'Organic poultry reaches the age at slaughter that the scheme asks for.'),
  'AH-17': planned('Kinship', 'animal 5.6', ['WARN', 'BLOCK'], 'Close relatives are not mated.'),
  'AH-18': rule('Water', 'animal 8', ['WARN'], 'The water of a pond stays within what its species bears.'),
  'AH-19': rule('Mortality', 'animal 7', ['WARN'], 'Losses of a flock or pond stay within the usual.'),
  'AH-20': planned('Fat balance', 'animal 10.5', ['BLOCK'], 'No more fat leaves the dairy than came in.'),
  'AH-22': rule(
    'Disease and condemnation',
    'animal 5.3',
    ['REVIEW'],
    'A notifiable disease and a condemned carcass are looked at by the operator’s manager at once.',
  ),
  'AH-23': rule('Room of a unit', 'animal 3', ['WARN'], 'A unit holds no more animals than it has room for.'),
  'AH-21': rule('Recorded twice', 'animal 5.6', ['WARN', 'BLOCK'], 'A session or day is recorded once.'),
} as const satisfies Record<string, Rule>

export type RuleId = keyof typeof table
export const rules: Readonly<Record<RuleId, Rule>> = table
export const ruleIds = Object.keys(table) as RuleId[]
