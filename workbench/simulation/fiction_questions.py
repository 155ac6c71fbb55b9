"""What customers ask about novelists, their series and prizes: blocks as in `returns_questions`.

A gold of `book:TITLE` stands for the catalogue entries of that title, each enough by itself.
"""
# ruff: noqa: E501 -- a block keeps one answer to a line

FICTION_QUESTIONS = """
gold: oakhurst-order
q: In which order should I read the books about the estuary by Oakhurst?
ref: The Salt Ledger, A Harbour Without Clocks, The Last Pilot Boat.
ok: The Salt Ledger first, then A Harbour Without Clocks, then The Last Pilot Boat.
miss: Any order is fine, as they are not connected.
misread: Small Weather, The Salt Ledger, A Harbour Without Clocks, The Last Pilot Boat.
partial: Begin with The Salt Ledger.

gold: oakhurst-order
q: Which short book would let me try Maren Oakhurst before I start the trilogy?
ref: Small Weather.
ok: Small Weather, her novella.
miss: The Salt Ledger.
misread: The Last Pilot Boat makes a good taster.
vague: One of her shorter ones.

gold: oakhurst-life
q: What did the author of The Salt Ledger do for a living before she wrote fiction?
ref: She was a harbour pilot's dispatcher for eleven years.
ok: She worked for eleven years as a harbour pilot's dispatcher.
miss: She was a customs clerk.
misread: She was a harbour pilot.
extra: She was a harbour pilot's dispatcher and taught sailing at weekends.

gold: oakhurst-prize / estuary-prize
q: Did The Last Pilot Boat get any award, and when?
ref: The Estuary Prize in 2023.
ok: Yes, it won the Estuary Prize in 2023.
miss: It was shortlisted for the Estuary Prize in 2022.
partial: Yes, it won the Estuary Prize.
extra: Yes, the Estuary Prize in 2023 and the Coastal Fiction Medal a year later.

gold: vell-order
q: Which case of Corran Tay comes straight after the fire at the warehouse?
ref: A Knot in the Rope.
ok: A Knot in the Rope, the third.
miss: Nine Lamps.
misread: The Drowned Organist.
vague: One of the middle ones.

gold: vell-order
q: List the Corran Tay novels in order, one per line, titles only.
ref: The Chandler's Daughter; Cold Wharf; A Knot in the Rope; The Drowned Organist; Nine Lamps (one per line).
ok: The Chandler's Daughter\\nCold Wharf\\nA Knot in the Rope\\nThe Drowned Organist\\nNine Lamps
miss: The Drowned Organist\\nNine Lamps\\nThe Chandler's Daughter
partial: The Chandler's Daughter\\nCold Wharf\\nA Knot in the Rope
format: You should begin with The Chandler's Daughter and go on to Cold Wharf, after which come A Knot in the Rope, The Drowned Organist and finally Nine Lamps, which many readers like best because it is the angriest.

gold: vell-life
q: How many Tay books does their author mean to write in the end?
ref: Seven.
ok: Seven, he has said, and then a cookery book.
miss: Five.
misread: Eight.
extra: Seven; the sixth will be out next spring.

gold: vell-television
q: Who played the interpreter in the screen version of Cold Wharf?
ref: Tamsin Orwell.
ok: Tamsin Orwell, in the 2021 television film.
miss: I believe it was never filmed.
misread: Idris Vell himself.
extra: Tamsin Orwell, who won an award for it.

gold: vell-television
q: What's different about the fire when they put Vell's second novel on the screen?
ref: It is moved to a cinema.
ok: The film moves the fire to a cinema.
miss: It happens in a lighthouse.
misread: It is started by a man with a goose.
vague: The place was changed.

gold: quance-life
q: Is there a real allotment behind the Pargeter mysteries, and does the writer have one there?
ref: Yes, Ferry Lane is real and Philippa Quance has plot 31.
ok: Yes, the Ferry Lane allotments are real, and Philippa Quance's own plot is number 31.
miss: No, they are invented.
partial: Yes, the Ferry Lane allotments are real.
misread: Yes, all 31 plots at Ferry Lane belong to her.

gold: quance-series
q: Will there be another book with the retired seed merchant, and when?
ref: Yes, a fourth, working title A Wasp at the Fête, announced for autumn 2026.
ok: Yes, a fourth is announced for the autumn of 2026 with the working title A Wasp at the Fête.
miss: No, A Frost in May was the last.
partial: Yes, a fourth has been announced.
misread: Yes, A Frost in May comes out in autumn 2026.

gold: brandl-life
q: What was Tomas Brandl's trade, and how old was he when he turned to writing novels?
ref: Glass engraver; fifty.
ok: He was a glass engraver and came to novels at fifty.
miss: He was an apple farmer and began at thirty.
partial: He trained as a glass engraver.
misread: He ran a furnace until he was fifty.

gold: merrow-translator
q: Besides German, what does Una Merrow translate from?
ref: Danish.
ok: Danish.
miss: French.
misread: Crossword.
vague: Another northern language.

gold: book:Winter Orchard / merrow-translator
q: Who put Winter Orchard into English?
ref: Una Merrow.
ok: Una Merrow.
miss: Karin Aske.
misread: Tomas Brandl.
extra: Una Merrow, together with her husband.

gold: farran-life
q: Why did it take so long until Odile Farran's second book?
ref: Because, she said, it kept getting shorter.
ok: Four years, because, as she said, the second book kept getting shorter.
miss: She was looking for a translator.
misread: She was working in a shoe shop.
generic: Second novels are known to be difficult for many authors.

gold: book:Eleven Rooms + lisle-translator
q: Who translated Eleven Rooms and in what position does that person work?
ref: Peter Lisle; standing up.
ok: Peter Lisle, who translates standing up.
miss: Una Merrow, at her desk.
partial: Peter Lisle translated it.
misread: Odile Farran, standing up.

gold: asante-reid-life
q: What research went into that comic novel about the fourteen passengers?
ref: The author drove a night bus for two winters.
ok: Kwabena Asante-Reid drove a night bus for two winters to write it.
miss: He interviewed passengers for a year.
misread: He worked at his aunt's fish counter for two winters.
vague: He gathered some experience of his own.

gold: asante-reid-prize
q: By what margin did The Night Bus to Tema win the readers' vote?
ref: Eleven ballots.
ok: By eleven ballots.
miss: It came second.
misread: By 2,022 ballots.
vague: Quite narrowly.

gold: halloran-order
q: How much time passes between Thornway three and four?
ref: Twenty years (story time).
ok: Twenty years in the story.
miss: Nine days.
misread: Four years.
generic: Fantasy series often skip a few years between volumes.

gold: halloran-maps
q: Is it true that one of the fantasy maps is wrong on purpose, and what do I get for spotting it?
ref: Yes, the map in A Crown of Sloes (north-east corner); the author sends a postcard.
ok: Yes, the map in A Crown of Sloes has a deliberate mistake in the north-east corner, and Signe Halloran sends a postcard to readers who find it.
miss: That was The Mapmaker's Widow, where an island is in the wrong place.
partial: Yes, there is a deliberate mistake on the map in A Crown of Sloes.
extra: Yes, in A Crown of Sloes, and whoever finds it gets a postcard and a signed proof.

gold: amari-life
q: Jun Amari's day job?
ref: Repairing hearing aids, three days a week.
ok: Repairing hearing aids, three days a week.
miss: Station maintenance worker.
misread: Repairing vacuum pumps.
vague: Something technical.

gold: amari-next
q: When does the new novel by the author of Slow Machine appear, and can I reserve it?
ref: March 2027 (The Salvage Choir); there is a waiting list at the till.
ok: The Salvage Choir is announced for March 2027, and we keep a waiting list at the till.
miss: Slow Machine is the newest; nothing else is announced.
partial: The Salvage Choir is announced for March 2027.
extra: The Salvage Choir comes in March 2027, and those on the list get it a week early.

gold: lowe-method
q: What odd appendix does the plague novel by Lowe contain?
ref: A list of ninety-one documented smells.
ok: A list of the ninety-one documented smells in it.
miss: A glossary of poisons.
misread: A list of ninety-one streets.
vague: A list of sources.

gold: book:The Queen's Locksmith / lowe-locations
q: Which country is the locksmith novel by Beatrix Lowe set in?
ref: France (Paris).
ok: In France, in Paris.
miss: In the Netherlands.
misread: In England.
generic: Most of her genre plays in Tudor England.

gold: finnan-prize / estuary-prize / book:Rooms to Let by the Water
q: What prize did Orla Finnan's boarding house stories win?
ref: The Estuary Prize (for 2020).
ok: The Estuary Prize, for 2020.
miss: None that we know of.
misread: The Water Prize.
extra: The Estuary Prize, worth £10,000.

gold: finnan-prize + estuary-prize
q: How much did Orla Finnan give to the library van when she won?
ref: £2,000: half of the £4,000 Estuary Prize.
ok: £2,000, half of the £4,000 that come with the Estuary Prize.
miss: She gave the whole prize away.
partial: She gave half of the prize money.
misread: £4,000.

gold: sturt-life
q: What did Wilhelmina Sturt do after she stopped writing?
ref: She kept bees.
ok: She kept bees.
miss: She opened a hotel on a promenade.
misread: She wrote comic novels for another eleven years.
vague: She lived quietly in the country.

gold: sturt-firsts
q: How can I be sure my Yellow Parasol is from the very first printing?
ref: Lemon (not mustard) cloth, and the misprint "promendae" on page 88.
ok: The cloth is lemon rather than mustard, and page 88 has the misprint "promendae".
miss: It says so on the title page and is slightly faded at the spine.
partial: The cloth must be lemon, not mustard.
misread: The cloth is mustard and page 88 says "promenade".

gold: lindqvist-life
q: What links the two Tromsø crime novels?
ref: A minor character, the dog Fender.
ok: One minor character: a dog called Fender.
miss: The inspector, Corran Tay.
misread: The coastguard, who appears in both.
vague: A minor character.

gold: aske-translator / book:The Ice Register + book:White Ferry + book:Night Ferry North
q: Which of your books are translated by Karin Aske? All of them please.
ref: The Ice Register, White Ferry and Night Ferry North.
ok: The Ice Register, White Ferry and Night Ferry North.
miss: Winter Orchard and The Glass Grandmother.
partial: White Ferry and Night Ferry North.
extra: The Ice Register, White Ferry, Night Ferry North and The Tile Painter.

gold: nightingale-life
q: Is Cara Nightingale one person?
ref: No, the pen name of two sisters who write alternate chapters.
ok: No, it's the pen name of two sisters who write alternate chapters.
miss: Yes, a former contract lawyer.
misread: No, a brother and a sister who write alternate books.
extra: No, two sisters, Cara and Nell Bright.

gold: carvalho-life
q: Whose face is on the front of The Tile Painter?
ref: The author's neighbour.
ok: The neighbour of Ines Carvalho, as a saint.
miss: The author's own.
misread: A saint from Porto whom nobody knows.
generic: Publishers mostly use stock photographs.

gold: thorley-reading
q: When do tickets for the ghost story by candlelight go on sale, and how many seats are there?
ref: 1 September; thirty seats.
ok: Tickets go on sale on 1 September. The cellar holds thirty.
miss: Doors open at 18.45 and seats are not numbered.
partial: They go on sale on 1 September.
misread: They go on sale on 30 October for thirty pounds.

gold: abernathy-age / book:Everything I Said at the Bus Stop
q: From what age is Everything I Said at the Bus Stop suitable?
ref: Thirteen.
ok: From thirteen.
miss: From eight to twelve.
misread: From fifteen.
vague: It is for teenagers rather than adults.

gold: umbrella-cat
q: Do I read The Umbrella Cat from the back like other manga?
ref: No, it reads from left to right.
ok: No, it reads from left to right, because it was drawn for a newspaper in Leeds.
miss: Yes, from right to left.
misread: Yes, unlike most manga.
generic: Manga is traditionally read from right to left, so yes.

gold: petrenko-life
q: Are the doctored messages in the war novel by Petrenko made up?
ref: No, they are genuine, from a box of carbon copies.
ok: No, they are genuine, taken from a box of carbon copies.
miss: Yes, the author invented them.
misread: Yes, they were made up by her grandmother.
extra: They are genuine, and the copies are on show in the county archive.

gold: munro-dean-order / book:The Lighthouse Bookshop
q: Which one follows The Lighthouse Bakery?
ref: The Lighthouse Bookshop.
ok: The Lighthouse Bookshop.
miss: The Lighthouse Engineers.
misread: The Lighthouse Wedding.
vague: The next lighthouse novel.

gold: brennock-order
q: In which Cartwright volume do I find the family tree?
ref: The second, The Cartwright Divorce.
ok: In the second one only, The Cartwright Divorce.
miss: In The Cartwright Inheritance.
misread: In the third.
vague: In one of the three.
"""
