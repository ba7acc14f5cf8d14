import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wishesIn } from '../../../../testing/wish-file.ts';
import { fieldOf } from './columns.ts';

describe('wish files', () => {
  it('may name their columns with several words, in six languages', () => {
    const names = {
      name: `Listing title|productName|Wunsch|Title|Item Name|Product|name_of_item|Artikelname|Produktbezeichnung|Nom du produit|Désignation|Título|
        Nombre del artículo|ITEM|Geschenk|Nome|Nome del prodotto|Articolo|Naam|What I want|Wünsche|Geschenke|Regali|Wensen|Gift idea|Geschenkidee|Idée cadeau|Card Name|Was|Quoi|Qué|Cosa|Wat|Productnaam|Omschrijving|Cadeau`,
      url: `Link 2|productUrl|Item URL|Product Link|product-url|Link to item|Web address|Produktlink|Link zum Produkt|Lien|
        Lien vers le produit|Enlace|Dirección web|Where to buy|Indirizzo|Collegamento|Link al prodotto|Webadres|Productlink|Liens|Wo|Où|Dónde|Where to get it`,
      price:
        'unitPrice|Variant Price|Approximate price|ca. Preis|Ungefährer Preis|Price|Preis|Unit Price|Item price|Price (EUR)|Preis in €|Einzelpreis|Prix unitaire|Precio|Prezzo|Prezzo unitario|Prijs|Sale price|Preis pro Stück|Price per unit|How much|Prix par pièce|Preis inkl. MwSt',
      quantity_needed:
        'quantityRequested|Quantity|Menge|Qty|Quantity needed|Stückzahl|Quantité|Cantidad|Quantità|Aantal|Qty wanted|Desired|Gewünscht|Quantité souhaitée|Cantidad deseada|Gewenst aantal|Total wanted|Total quantity|Anzahl gesamt',
      quantity_left: 'Still needs|Still needed|Qty remaining|Noch benötigt|Encore souhaité|Nog gewenst|Remaining',
      image_url:
        'Image Src|imageUrl|Picture|Bild|Image URL|Item image|Link to image|Bild-URL|Produktbild|URL de la imagen|Photo du produit',
      retailer: 'Store|Händler|Store name|Name of the shop|Shopname|Boutique|Tienda',
      description: 'Notes|Kommentar|Item description|Beschreibung|Remarques|Observaciones',
      heading: 'Category|Überschrift|Category name|Kategorie|Catégorie|Sección',
      currency: 'Currency|Währung',
      most_wanted: 'most wanted|Most-Wanted',
      bought:
        'Purchased|Qty purchased|Quantity Purchased|quantityPurchased|Bought by|Status|Got it?|Reserved by|Gekauft|Schon da?|Acheté|Offert par|Comprado|Comprato|Gekocht|Estado',
      detail: 'Author|ISBN|ISBN-13|Platform|Autor|Verlag|Auteur|Größe|Couleur|Marca|Color|Brand',
      unknown: `Total|Gesamt|Total price|Item number|Item #|Purchase price|Purchase date|Store URL|Customer name|Gift message|Registry link|Number|`,
    };
    for (const [field, columns] of Object.entries(names))
      for (const column of columns.split(/\|\s*/)) assert.equal(fieldOf(column) ?? 'unknown', field, column);
  });

  it('may name their columns in any language with a spreadsheet', () => {
    const fields = ['name', 'url', 'price', 'quantity_needed', 'description'];
    for (const [separator, columns] of [
      [',', 'שם המוצר,קישור,מחיר (₪),כמות,הערות'],
      [';', 'Название товара;Ссылка;Цена;Кол-во;Примечание'],
      [';', 'Όνομα;Σύνδεσμος;Τιμή (€);Ποσότητα;Σημειώσεις'],
      [',', '商品名,リンク,価格（円）,数量,備考'],
      [',', '商品名称,链接,价格,数量,备注'],
      [',', '商品名稱,連結,價格,數量,備註'],
      [',', '상품명,링크,가격,수량,메모'],
      [',', 'اسم المنتج,الرابط,السعر,الكمية,ملاحظات'],
      [';', 'Nazwa;Odkaz;Cena jednostkowa;Ilość;Uwagi'],
      [';', 'Název;Odkaz;Cena;Počet kusů;Poznámka'],
      [';', 'Namn;Länk;Pris (€);Antal;Anteckning'],
      [';', 'Navn;Lenke;Pris;Antall;Beskrivelse'],
      [';', 'Nimi;Linkki;Hinta;Määrä;Huomio'],
      [';', 'Megnevezés;Hivatkozás;Ár;Darab;Megjegyzés'],
      [';', 'Ürün adı;Bağlantı;Fiyat;Adet;Açıklama'],
      [';', 'Nome do produto;Endereço;Preço;Quantidade;Observações'],
      [',', 'नाम,लिंक,कीमत,मात्रा,विवरण'],
      ['\t', 'ชื่อ\tลิงก์\tราคา\tจำนวน\tหมายเหตุ'],
    ] as const) {
      const row = ['Jug', 'https://a.example/1', '5', '2', 'red'].join(separator);
      const found = wishesIn(`${columns}\n${row}\n`);
      assert.deepEqual(
        found.columns?.used.map(({ field }) => field),
        fields,
        columns,
      );
      assert.partialDeepStrictEqual(found.wishes[0]?.fields, { name: 'Jug', price: 5, quantity_needed: 2 });
    }
  });
});
